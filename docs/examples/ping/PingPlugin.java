// SPDX-License-Identifier: Apache-2.0
package com.example.ping;

import java.time.Duration;
import java.util.Arrays;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.List;
import org.plateaubench.api.Answers;
import org.plateaubench.api.Execution;
import org.plateaubench.api.MeasureDefinition;
import org.plateaubench.api.MetricDefinition;
import org.plateaubench.api.OperationDefinition;
import org.plateaubench.api.Outcome;
import org.plateaubench.api.Pacing;
import org.plateaubench.api.Distribution;
import org.plateaubench.api.Parameter;
import org.plateaubench.api.QosLimit;
import org.plateaubench.api.WorkloadDefinition;
import org.plateaubench.spi.Driver;
import org.plateaubench.spi.OperationCall;
import org.plateaubench.spi.Plugin;
import org.plateaubench.spi.UserContext;
import org.plateaubench.spi.Workload;
import org.plateaubench.spi.WorkloadContext;
import org.plateaubench.spi.WorkloadSession;

/** A complete plugin: sends a line to an echo server and expects the same line back. */
public final class PingPlugin implements Plugin {
    @Override
    public String id() {
        return "ping";
    }

    @Override
    public String description() {
        return "Round trips to an echo server.";
    }

    @Override
    public List<Workload<?>> workloads() {
        return List.of(new PingWorkload());
    }

    /** The parameters in a run file. Values are bound, checked and documented from this record. */
    public record PingParameters(
            @Parameter(description = "Host of the echo server.", defaultValue = "127.0.0.1") String host,
            @Parameter(description = "Port of the echo server.", defaultValue = "required", min = 1, max = 65535)
                    int port,
            @Parameter(description = "Size of a message.", defaultValue = "64", unit = "bytes", min = 1, max = 4096)
                    int size) {}

    private static final class PingWorkload implements Workload<PingParameters> {
        @Override
        public String name() {
            return "ping";
        }

        @Override
        public String description() {
            return "Round trips to an echo server.";
        }

        @Override
        public Class<PingParameters> parametersType() {
            return PingParameters.class;
        }

        @Override
        public WorkloadDefinition define(PingParameters parameters) {
            // Declares, for reports, that execute() compares the whole message.
            OperationDefinition ping = OperationDefinition.of("ping", "One message there and back.")
                    .verifying(Answers.read().identity("the message"))
                    .withLimits(QosLimit.parse("p99 < 100ms"));
            return WorkloadDefinition.builder()
                    .operations(ping)
                    .pacing(Pacing.think(Distribution.Exponential.ofMean(Duration.ofMillis(20))))
                    .metric(new MetricDefinition("pingsPerSecond", "pings/s", "ping", 1))
                    .measures(MeasureDefinition.counter("bytesReturned", "bytes", "Bytes that came back."))
                    .executions(Execution.PLATFORM, Execution.VIRTUAL)
                    .build();
        }

        @Override
        public WorkloadSession open(WorkloadContext<PingParameters> context) {
            return new WorkloadSession() {
                @Override
                public Driver driver(UserContext user) {
                    return new PingDriver(context.parameters(), user);
                }
            };
        }
    }

    /** One user. Never called by two threads at a time, except for abort. */
    private static final class PingDriver implements Driver {
        /** Purpose of the draws that make a message. */
        private static final int MESSAGE = 0;
        private static final int CONNECT_MILLIS = 2000;

        private final PingParameters parameters;
        private final UserContext.Counter bytesReturned;
        private volatile Socket socket = new Socket();

        PingDriver(PingParameters parameters, UserContext user) {
            this.parameters = parameters;
            this.bytesReturned = user.counter("bytesReturned");
        }

        @Override
        public void connect() throws IOException {
            socket.close();
            socket = new Socket();
            socket.setTcpNoDelay(true);
            socket.connect(new InetSocketAddress(parameters.host(), parameters.port()), CONNECT_MILLIS);
        }

        @Override
        public Outcome execute(OperationCall call) throws IOException {
            byte[] message = new byte[parameters.size()];
            for (int i = 0; i < message.length; i++) {
                message[i] = (byte) call.draws().between(MESSAGE, i, 'a', 'z');
            }
            message[message.length - 1] = '\n';
            socket.getOutputStream().write(message);
            byte[] answer;
            try {
                answer = socket.getInputStream().readNBytes(message.length);
            } catch (SocketTimeoutException e) {
                return Outcome.connectionLost(Outcome.TIMEOUT, "no answer");
            }
            bytesReturned.add(answer.length);
            if (answer.length < message.length) {
                return Outcome.connectionLost("closed", "the server closed the connection");
            }
            return Arrays.equals(answer, message)
                    ? Outcome.ok()
                    : Outcome.error("wrong-answer", "the answer is not what was sent");
        }

        /** Another thread calls this when an operation exceeds its timeout: closing the socket ends the read. */
        @Override
        public void abort() {
            try {
                socket.close();
            } catch (IOException e) {
                // The connection is closed either way.
            }
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }
}
