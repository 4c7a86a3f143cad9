// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.testkit;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.plateaubench.api.Execution;
import org.plateaubench.api.OperationDefinition;
import org.plateaubench.api.Outcome;
import org.plateaubench.api.SutAddress;
import org.plateaubench.api.UnitDefinition;
import org.plateaubench.api.WorkloadDefinition;
import org.plateaubench.spi.AsyncDriver;
import org.plateaubench.spi.Completion;
import org.plateaubench.spi.Driver;
import org.plateaubench.spi.EventLoop;
import org.plateaubench.spi.OperationCall;
import org.plateaubench.spi.UserContext;
import org.plateaubench.spi.Workload;
import org.plateaubench.spi.WorkloadContext;
import org.plateaubench.spi.WorkloadSession;

/** Drivers whose ends are lies, which only their plugin can know: the contract tells them from honest ones. */
@Isolated("the contract looks at times")
final class LyingDriversTest {
    private final EchoServer server;

    LyingDriversTest() throws IOException {
        server = new EchoServer();
    }

    @AfterEach
    void stop() throws IOException {
        server.close();
    }

    /** No parameters. */
    private record Nothing() {}

    /** A byte there and back. */
    private final class Line implements AutoCloseable {
        private volatile @Nullable Socket socket;

        void open() throws IOException {
            close();
            Socket made = new Socket();
            socket = made;
            made.connect((InetSocketAddress) server.address());
        }

        Outcome ask() {
            Socket open = socket;
            try {
                if (open != null) {
                    open.getOutputStream().write(1);
                    return open.getInputStream().read() == 1 ? Outcome.ok() : Outcome.connectionLost("closed", "");
                }
            } catch (IOException e) {
                return Outcome.connectionLost("socket", String.valueOf(e.getMessage()));
            }
            return Outcome.connectionLost("not-connected", "");
        }

        @Override
        public void close() {
            Socket open = socket;
            try {
                if (open != null) {
                    open.close();
                }
            } catch (IOException e) {
                throw new IllegalStateException("a socket does not close", e);
            }
        }
    }

    /** Returns as soon as it has asked, or when the reply is there. */
    private final class BlockingLine implements Driver {
        private final Line line = new Line();
        private final boolean waits;

        BlockingLine(boolean waits) {
            this.waits = waits;
        }

        @Override
        public void connect() throws IOException {
            line.open();
        }

        @Override
        public Outcome execute(OperationCall call) {
            if (waits) {
                return line.ask();
            }
            Thread.ofVirtual().start(line::ask);
            return Outcome.ok();
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

    /** Tells of an end when the reply is there; it stamps so much of the time that it took. */
    private final class StampingLine implements AsyncDriver {
        private final Line line = new Line();
        private final EventLoop loop;
        private final double stamped;

        StampingLine(EventLoop loop, double stamped) {
            this.loop = loop;
            this.stamped = stamped;
        }

        @Override
        public void connect(Completion completion) {
            Thread.ofVirtual().start(() -> {
                Outcome outcome = Outcome.ok();
                try {
                    line.open();
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
                Outcome outcome = line.ask();
                completion.complete(outcome, begin + (long) (stamped * (loop.nanoTime() - begin)));
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

    private static final class Contract extends WorkloadContract<Nothing> {
        private final EchoServer server;
        private final Execution execution;
        private final WorkloadSession session;

        Contract(EchoServer server, Execution execution, WorkloadSession session) {
            this.server = server;
            this.execution = execution;
            this.session = session;
        }

        @Override
        protected Workload<Nothing> workload() {
            return new Workload<>() {
                @Override
                public String name() {
                    return "lines";
                }

                @Override
                public String description() {
                    return "Sends a byte and waits for it, or does not.";
                }

                @Override
                public Class<Nothing> parametersType() {
                    return Nothing.class;
                }

                @Override
                public WorkloadDefinition define(Nothing parameters) {
                    WorkloadDefinition any = Scenario.definition(
                            List.of(OperationDefinition.of("ping", "One byte there and back.")),
                            List.of(UnitDefinition.of("ping")));
                    return new WorkloadDefinition(
                            any.operations(),
                            any.units(),
                            any.mix(),
                            any.pacing(),
                            any.metric(),
                            any.measures(),
                            List.of(execution));
                }

                @Override
                public WorkloadSession open(WorkloadContext<Nothing> context) {
                    return session;
                }
            };
        }

        @Override
        protected Nothing parameters() {
            return new Nothing();
        }

        @Override
        protected @Nullable SutAddress sut() {
            return null;
        }

        @Override
        protected long openResources() {
            return server.connections();
        }

        @Override
        protected AutoCloseable stallSut() {
            return server.stall();
        }
    }

    private Contract blocking(boolean waits) {
        return new Contract(server, Execution.PLATFORM, Sessions.of(user -> new BlockingLine(waits)));
    }

    private Contract onLoop(double stamped) {
        return new Contract(
                server,
                Execution.EVENT_LOOP,
                Sessions.ofAsync((UserContext user, EventLoop loop) -> new StampingLine(loop, stamped)));
    }

    @Test
    @SuppressWarnings("JUnitMethodInvoked") // a contract is a test that is inherited: here it is what is tested
    void anHonestDriverKeepsTheContract() throws Exception {
        blocking(true).noOperationEndsBeforeItsReply();
        onLoop(1).noOperationEndsBeforeItsReply();
    }

    @Test
    void aDriverThatDoesNotWaitForItsReplyBreaksIt() {
        assertThatThrownBy(blocking(false)::noOperationEndsBeforeItsReply)
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("before their replies");
    }

    @Test
    void aDriverThatStampsAnEarlierEndThanItsReplyBreaksIt() {
        assertThatThrownBy(onLoop(0.5)::noOperationEndsBeforeItsReply)
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("must not record an end before the reply");
    }
}
