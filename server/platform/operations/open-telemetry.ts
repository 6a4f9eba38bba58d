// The one file that loads OpenTelemetry. Endpoint, headers, sampler, service name and limits are the SDK's own OTEL_* variables.
import {
  context,
  propagation,
  ROOT_CONTEXT,
  type Span as OtelSpan,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from "@opentelemetry/resources";
import { BatchSpanProcessor, NodeTracerProvider } from "@opentelemetry/sdk-trace-node";
import type { Attributes, Span, Tracing } from "./tracing.ts";

const kinds = { client: SpanKind.CLIENT, internal: SpanKind.INTERNAL } as const;

export function openTelemetry(): Tracing {
  const provider = new NodeTracerProvider({
    // What OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES say wins.
    resource: defaultResource()
      .merge(resourceFromAttributes({ "service.name": "guidevane" }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  provider.register();
  const tracer = trace.getTracer("guidevane");

  return {
    request(name, headers, work) {
      const parent = propagation.extract(ROOT_CONTEXT, headers);
      const span = tracer.startSpan(name, { kind: SpanKind.SERVER }, parent);
      return context.with(trace.setSpan(parent, span), () => work(asSpan(span)));
    },
    async step(kind, name, attributes: Attributes, work) {
      return tracer.startActiveSpan(name, { kind: kinds[kind], attributes }, async (span) => {
        try {
          return await work();
        } catch (error) {
          // Not recordException: messages of PostgreSQL quote what somebody typed.
          span.setStatus({ code: SpanStatusCode.ERROR });
          throw error;
        } finally {
          span.end();
        }
      });
    },
    close: () => provider.shutdown(),
  };
}

const asSpan = (span: OtelSpan): Span => ({
  rename: (name) => void span.updateName(name),
  set: (attributes) => void span.setAttributes(attributes),
  end(failed) {
    if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
  },
});
