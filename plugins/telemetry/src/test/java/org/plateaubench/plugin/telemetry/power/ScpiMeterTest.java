// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.telemetry.power;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.within;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.Finding;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutService;
import org.plateaubench.spi.TelemetrySource;
import org.plateaubench.spi.TelemetrySource.Sample;

/** An analyser with SCPI, simulated on a real socket. */
final class ScpiMeterTest {
    private static final String HANG_UP = "hang up";

    private final BlockingQueue<String> received = new LinkedBlockingQueue<>();
    private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();
    private ServerSocket server;
    private Thread serving;
    private TelemetrySource meter;

    @BeforeEach
    void start() throws Exception {
        server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        serving = Thread.ofPlatform().daemon().start(this::serve);
        meter = open(1);
    }

    private TelemetrySource open(int field) throws Exception {
        ScpiParameters parameters =
                new ScpiParameters("127.0.0.1", server.getLocalPort(), List.of("*CLS", "RANGE 5"), "MEAS:POW?", field);
        try (SutService service = new ScpiServiceType()
                .create(new SutContext<>("bench", SutContext.Mode.EXTERNAL, parameters, Path.of("target")))) {
            return new ScpiServiceType().open(service.start(Progress.SILENT));
        }
    }

    /** Serves one connection after the other, as such analysers do. */
    private void serve() {
        while (!server.isClosed()) {
            try (Socket peer = server.accept();
                    BufferedReader in = new BufferedReader(
                            new InputStreamReader(peer.getInputStream(), StandardCharsets.US_ASCII))) {
                received.add("connected");
                for (String line = in.readLine(); line != null; line = in.readLine()) {
                    received.add(line);
                    if (line.endsWith("?")) {
                        String answer = answers.poll(20, TimeUnit.SECONDS);
                        if (answer == null || answer.equals(HANG_UP)) {
                            break;
                        }
                        peer.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
                    }
                }
            } catch (IOException e) {
                // The meter has disconnected, or the test has ended.
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    @AfterEach
    void stop() throws Exception {
        meter.close();
        server.close();
    }

    @Test
    void readingHasPowerAndTimeError() throws Exception {
        answers.add("+2.315E+02\r\n");
        answers.add("199.5\n");
        List<Sample> first = meter.sample();

        assertThat(first).extracting(Sample::series).containsExactly("power", "time-error");
        assertThat(first).extracting(Sample::unit).containsExactly("W", "ms");
        assertThat(first.getFirst().value()).isEqualTo(231.5);
        assertThat(first.getLast().value() * 1e6)
                .isCloseTo((double) first.getFirst().age().toNanos(), within(1.0));
        assertThat(meter.sample().getFirst().value()).isEqualTo(199.5);
        assertThat(received).containsExactly("connected", "*CLS", "RANGE 5", "MEAS:POW?", "MEAS:POW?");
    }

    @Test
    void powerIsReadFromConfiguredPosition() throws Exception {
        meter.close();
        meter = open(3);
        answers.add("230.1,1.01,232.4,0.99\n");
        assertThat(meter.sample().getFirst().value()).isEqualTo(232.4);
    }

    /** After a fault, the next answer of the connection could be the late answer to an earlier query. */
    @Test
    void meterReconnectsAfterFault() throws Exception {
        answers.add(HANG_UP);
        assertThatIOException().isThrownBy(meter::sample).withMessageContaining("closed the connection");
        answers.add("9.91E37\n");
        assertThatIOException().isThrownBy(meter::sample).withMessageContaining("has no number in field 1");
        answers.add("busy\n");
        assertThatIOException().isThrownBy(meter::sample).withMessageContaining("answers 'busy' to 'MEAS:POW?'");
        answers.add("100\n");
        assertThat(meter.sample().getFirst().value()).isEqualTo(100);
        assertThat(received).filteredOn("connected"::equals).hasSize(4);
    }

    /** SCPI writes a power beyond the range as infinity; it is reported, and the judge compares it with the range. */
    @Test
    void overflowIsReportedAsReading() throws Exception {
        answers.add("9.9E37\n");
        assertThat(meter.sample().getFirst().value()).isEqualTo(9.9e37);
    }

    @Test
    void endlessAnswerIsRefused() {
        answers.add("1".repeat(5_000));
        assertThatIOException().isThrownBy(meter::sample).withMessageContaining("more than 4096 characters");
    }

    @Test
    void silentAnalyserTimesOut() {
        assertThatIOException()
                .isThrownBy(meter::sample)
                .withMessage("The analyser at 127.0.0.1:" + server.getLocalPort()
                        + " did not answer 'MEAS:POW?' within 5 s.");
        answers.add("late\n");
    }

    @Test
    void unreachableAnalyserIsReported() throws Exception {
        server.close();
        // The port is free only when no socket accepts connections on it.
        serving.join();
        assertThatIOException().isThrownBy(meter::sample).withMessageContaining("was not reached");
    }

    @Test
    void invalidScpiMessagesAreRefused() {
        ScpiServiceType type = new ScpiServiceType();
        assertThat(type.check(
                        SutContext.Mode.EMBEDDED, new ScpiParameters("a", 5_025, List.of("*IDN?"), "MEAS:POW", 1)))
                .extracting(Finding::message)
                .containsExactly(
                        "The harness starts no system that it only observes.",
                        "'MEAS:POW' is not a query of SCPI.",
                        "'*IDN?' is not a message of SCPI without an answer.");
    }
}
