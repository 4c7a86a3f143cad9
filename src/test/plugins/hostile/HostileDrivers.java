// SPDX-License-Identifier: Apache-2.0
package com.example.hostile;

import org.plateaubench.api.Outcome;
import org.plateaubench.spi.AsyncDriver;
import org.plateaubench.spi.Completion;
import org.plateaubench.spi.Driver;
import org.plateaubench.spi.EventLoop;
import org.plateaubench.spi.OperationCall;
import org.plateaubench.spi.UserContext;

/** Drivers that misbehave. */
final class HostileDrivers {
    private HostileDrivers() {}

    static Driver blocking(String misdeed, UserContext user) {
        switch (misdeed) {
            case "driver-block" -> Misdeeds.blockForEver();
            default -> {}
        }
        return new Blocking(misdeed, user);
    }

    private static final class Blocking implements Driver {
        private final String misdeed;
        private final UserContext user;

        Blocking(String misdeed, UserContext user) {
            this.misdeed = misdeed;
            this.user = user;
        }

        @Override
        public void connect() {
            switch (misdeed) {
                case "connect-block" -> Misdeeds.blockForEver();
                default -> {}
            }
        }

        @Override
        public Outcome execute(OperationCall call) throws Exception {
            Misdeeds.end(misdeed, call.unitNumber());
            if (call.unitNumber() % 2 == 1) {
                Misdeeds.inExecute(misdeed);
            }
            user.counter("things").add(1);
            return switch (misdeed) {
                case "html" -> Outcome.error("odd", "</script><script>alert('HOSTILE')</script>\u001b[2J" + "y".repeat(100_000));
                default -> Outcome.ok();
            };
        }

        @Override
        public void abort() {
            if (misdeed.equals("block")) {
                throw new Error("nothing is aborted");
            }
        }

        @Override
        public void close() {
            switch (misdeed) {
                case "close-block" -> Misdeeds.blockForEver();
                default -> {}
            }
        }
    }

    static AsyncDriver asynchronous(String misdeed, UserContext user, EventLoop loop) {
        return new Asynchronous(misdeed, user, loop);
    }

    private static final class Asynchronous implements AsyncDriver {
        private final String misdeed;
        private final UserContext user;
        private final EventLoop loop;
        private Completion last;

        Asynchronous(String misdeed, UserContext user, EventLoop loop) {
            this.misdeed = misdeed;
            this.user = user;
            this.loop = loop;
        }

        @Override
        public void connect(Completion completion) {
            completion.complete(Outcome.ok());
        }

        @Override
        public void start(OperationCall call, Completion completion) {
            last = completion;
            Misdeeds.end(misdeed, call.unitNumber());
            completion.complete(Outcome.ok(), loop.nanoTime() + 1_000_000_000_000L);
        }

        @Override
        public void close() {
            if (misdeed.equals("async-after-end")) {
                // Counts and completions go on after the end of the run.
                Thread.ofVirtual().start(() -> {
                    while (true) {
                        user.counter("things").add(1);
                        last.complete(Outcome.ok());
                        Thread.onSpinWait();
                        java.util.concurrent.locks.LockSupport.parkNanos(1_000_000);
                    }
                });
            }
        }
    }
}
