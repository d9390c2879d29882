# The service as an image: runs as its own user, keeps everything under /data.
FROM python:3.11-slim AS build
WORKDIR /src
COPY pyproject.toml constraints.txt README.md LICENSE ./
COPY aligner aligner
COPY sources sources
COPY matchers matchers
COPY mappings mappings
COPY service service
COPY examples examples
RUN python -m venv /venv && /venv/bin/pip install --no-cache-dir -c constraints.txt ".[postgres]"

FROM python:3.11-slim
RUN useradd --system --uid 10001 --home-dir /data aligner && install -d -m 0700 -o aligner -g aligner /data
COPY --from=build /venv /venv
ENV PATH=/venv/bin:$PATH ALIGNER_DATA_DIR=/data PYTHONUNBUFFERED=1
USER aligner
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/readyz', timeout=2)"]
CMD ["aligner", "serve"]
