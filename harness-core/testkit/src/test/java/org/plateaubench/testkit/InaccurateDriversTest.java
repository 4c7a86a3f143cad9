// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.testkit;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.plateaubench.api.Execution;
import org.plateaubench.api.Outcome;
import org.plateaubench.spi.AsyncDriver;
import org.plateaubench.spi.Completion;
import org.plateaubench.spi.EventLoop;
import org.plateaubench.spi.OperationCall;
import org.plateaubench.spi.UserContext;
import org.plateaubench.spi.Workload;
import org.plateaubench.spi.WorkloadSession;

/** The contract detects drivers that record wrong ends of operations or accept wrong answers. */
@Isolated("the contract measures times")
final class InaccurateDriversTest {
    private final EchoServer server;

    InaccurateDriversTest() throws IOException {
        server = new EchoServer();
    }

    @AfterEach
    void stop() throws IOException {
        server.close();
    }

    /** Completes an operation when the reply has arrived, but records only a share of its time. */
    private final class PartialTimeLine implements AsyncDriver {
        private final EchoLine line = new EchoLine(server);
        private final EventLoop loop;
        private final double recordedShare;

        PartialTimeLine(EventLoop loop, double recordedShare) {
            this.loop = loop;
            this.recordedShare = recordedShare;
        }

        @Override
        public void connect(Completion completion) {
            Thread.ofVirtual().start(() -> {
                Outcome outcome = Outcome.ok();
                try {
                    line.connect();
                } catch (IOException e) {
                    outcome = Outcome.connectionLost("connect", String.valueOf(e.getMessage()));
                }
                completion.complete(outcome);
            });
        }

        @Override
        public void start(OperationCall call, Completion completion) {
            long begin = loop.nanoTime();
            Thread.ofVirtual().start(() -> {
                Outcome outcome = line.exchange();
                completion.complete(outcome, begin + (long) (recordedShare * (loop.nanoTime() - begin)));
            });
        }

        @Override
        public void abort() {
            line.close();
        }

        @Override
        public void close() {
            line.close();
        }
    }

    private final class Contract extends EchoContract {
        private final Execution execution;
        private final WorkloadSession session;

        Contract(Execution execution, WorkloadSession session) {
            this.execution = execution;
            this.session = session;
        }

        @Override
        EchoServer server() {
            return server;
        }

        @Override
        Duration untilNoticed() {
            return Duration.ofSeconds(3);
        }

        @Override
        protected Workload<Nothing> workload() {
            return new OneOperation("lines", "ping", List.of(execution), session);
        }
    }

    private Contract blocking(boolean waits) {
        return new Contract(
                Execution.PLATFORM, Sessions.of(user -> waits ? new EchoLine(server) : new NotWaitingLine(server)));
    }

    /** Returns without waiting for the reply. */
    private static final class NotWaitingLine extends EchoLine {
        NotWaitingLine(EchoServer server) {
            super(server);
        }

        @Override
        public Outcome execute(OperationCall call) {
            Thread.ofVirtual().start(this::exchange);
            return Outcome.ok();
        }
    }

    private Contract onLoop(double recordedShare) {
        return new Contract(
                Execution.EVENT_LOOP,
                Sessions.ofAsync((UserContext user, EventLoop loop) -> new PartialTimeLine(loop, recordedShare)));
    }

    @Test
    @SuppressWarnings("JUnitMethodInvoked") // here the contract itself is tested
    void correctDriverPassesContract() throws Exception {
        blocking(true).noOperationEndsBeforeItsReply();
        onLoop(1).noOperationEndsBeforeItsReply();
    }

    @Test
    void driverNotWaitingForReplyFailsContract() {
        assertThatThrownBy(blocking(false)::noOperationEndsBeforeItsReply)
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("before their replies");
    }

    @Test
    void driverAcceptingAnyAnswerFailsContract() {
        Contract contract = new Contract(Execution.PLATFORM, Sessions.of(user -> new EchoLine(server) {
            @Override
            Outcome outcomeOf(int read) {
                return Outcome.ok();
            }
        }));
        assertThatThrownBy(contract::wrongAnswersAreErrors)
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("none of the wrong answers of ping");
    }

    @Test
    void driverRecordingEndBeforeReplyFailsContract() {
        assertThatThrownBy(onLoop(0.5)::noOperationEndsBeforeItsReply)
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("must not record an end before the reply");
    }
}
