// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.SutAddress;
import org.plateaubench.loader.PluginCatalog;
import org.plateaubench.measure.clock.NanoClock;
import org.plateaubench.spi.Plugin;
import org.plateaubench.spi.TelemetrySource;
import org.plateaubench.spi.TelemetrySourceType;
import org.plateaubench.wire.InJvmTransport;
import org.plateaubench.wire.TelemetrySample;
import org.plateaubench.wire.ToController;

/** Tests with a simulated clock that advances only during waits and slow answers of the source. */
class SutTelemetryTest {
    private static final long SECOND = 1_000_000_000L;

    private final AtomicLong nowNanos = new AtomicLong();
    private final AtomicInteger sampleCount = new AtomicInteger();
    private final CountDownLatch done = new CountDownLatch(1);
    private final List<String> opened = new CopyOnWriteArrayList<>();

    private final EventQueue events = new EventQueue();
    private final NanoClock clock = new NanoClock() {
        @Override
        public long nanoTime() {
            return nowNanos.get();
        }

        @Override
        public Instant wallTime() {
            return Instant.EPOCH;
        }

        @Override
        public void parkUntil(long deadlineNanos) {
            nowNanos.accumulateAndGet(deadlineNanos, Math::max);
        }
    };

    /** Values that are not a number are reported once; the other values are sent. */
    @Test
    void sampleTimeIsAnswerTimeMinusAge() throws Exception {
        InJvmTransport transport = new InJvmTransport(100);
        SutTelemetry telemetry = new SutTelemetry(clock, SECOND, events, new Outbox(transport.agentEnd()));
        telemetry.start(
                PluginCatalog.of(new Source()),
                Map.of("db", new SutAddress("db", "store", Map.of())),
                new SutTelemetry.Sources("load1", true),
                Map.of());
        assertThat(done.await(60, TimeUnit.SECONDS)).isTrue();
        telemetry.close();

        List<TelemetrySample> samples = new ArrayList<>();
        while (transport.controllerEnd().receive(0) instanceof ToController.Telemetry message) {
            samples.addAll(message.samples());
        }
        assertThat(samples)
                .containsExactly(
                        new TelemetrySample(SECOND, "sut/db", "commits", 100, "transactions", true),
                        new TelemetrySample(3 * SECOND / 2, "sut/db", "power", 2, "W", false),
                        new TelemetrySample(9 * SECOND / 2, "sut/db", "commits", 450, "transactions", true),
                        new TelemetrySample(3 * SECOND / 2, "sut/db", "power", 3, "W", false),
                        new TelemetrySample(9 * SECOND / 2, "sut/db", "commits", 450, "transactions", true));
        assertThat(events.drain("load1", 0))
                .extracting(ToController.AgentEvent::message)
                .containsExactly("Telemetry has no number for lag; its values are omitted.");
    }

    /** A source that names an agent is sampled by that agent, regardless of which agent samples the others. */
    @Test
    void sourceIsSampledByNamedAgent() throws Exception {
        SutAddress ofFirst = new SutAddress("a", "store", Map.of("agent", "load1"));
        SutAddress ofSecond = new SutAddress("b", "store", Map.of("agent", "load2"));
        SutAddress ofAny = new SutAddress("c", "store", Map.of());
        assertThat(sampled(new SutTelemetry.Sources("load1", true), ofFirst, ofSecond, ofAny))
                .containsExactlyInAnyOrder("a", "c");
        assertThat(sampled(new SutTelemetry.Sources("load2", false), ofFirst, ofSecond, ofAny))
                .containsExactly("b");
        assertThat(sampled(new SutTelemetry.Sources("load3", false), ofFirst, ofSecond, ofAny))
                .isEmpty();
    }

    /** Each agent that drives load calls the plugin, which may fail only on the host of the named agent. */
    @Test
    void failedAgentLookupIsReportedByEachAgent() throws Exception {
        SutAddress failing = new SutAddress("a", "store", Map.of("failing", "true"));
        for (SutTelemetry.Sources agent :
                List.of(new SutTelemetry.Sources("load1", true), new SutTelemetry.Sources("load2", false))) {
            assertThat(sampled(agent, failing)).isEmpty();
            assertThat(events.drain(agent.agent(), 0))
                    .singleElement()
                    .satisfies(event -> assertThat(event.message())
                            .contains("Asking which agent samples sut/a", "The host has no counters."));
        }
    }

    private List<String> sampled(SutTelemetry.Sources sources, SutAddress... suts) throws Exception {
        opened.clear();
        InJvmTransport transport = new InJvmTransport(1_000);
        SutTelemetry telemetry = new SutTelemetry(clock, SECOND, events, new Outbox(transport.agentEnd()));
        telemetry.start(
                PluginCatalog.of(new Source()),
                Arrays.stream(suts).collect(Collectors.toMap(SutAddress::name, Function.identity())),
                sources,
                Map.of());
        telemetry.close();
        return List.copyOf(opened);
    }

    /**
     * A server that commits 100 times per second, and answers the second request after 2.5 s. Its power samples are 3 s
     * old, so the first of them is from before the run.
     */
    private final class Source implements Plugin, TelemetrySourceType, TelemetrySource {
        @Override
        public String id() {
            return "store";
        }

        @Override
        public List<TelemetrySourceType> telemetrySources() {
            return List.of(this);
        }

        @Override
        public String service() {
            return "store";
        }

        @Override
        public String agent(SutAddress sut) {
            if (sut.properties().containsKey("failing")) {
                throw new IllegalStateException("The host has no counters.");
            }
            return sut.properties().getOrDefault("agent", "");
        }

        @Override
        public TelemetrySource open(SutAddress sut) {
            opened.add(sut.name());
            return this;
        }

        @Override
        public List<Sample> sample() throws InterruptedException {
            switch (sampleCount.incrementAndGet()) {
                case 2 -> nowNanos.addAndGet(5 * SECOND / 2);
                case 4 -> {
                    done.countDown();
                    new CountDownLatch(1).await();
                }
                default -> {}
            }
            return List.of(
                    new Sample("commits", 100.0 * nowNanos.get() / SECOND, "transactions", true),
                    new Sample("lag", Double.NaN, "s", false),
                    new Sample("power", sampleCount.get(), "W", false, Duration.ofSeconds(3)));
        }
    }
}
