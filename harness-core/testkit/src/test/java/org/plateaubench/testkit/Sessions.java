// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.testkit;

import java.io.IOException;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.plateaubench.api.Outcome;
import org.plateaubench.spi.AsyncDriver;
import org.plateaubench.spi.Completion;
import org.plateaubench.spi.Driver;
import org.plateaubench.spi.EventLoop;
import org.plateaubench.spi.OperationCall;
import org.plateaubench.spi.UserContext;
import org.plateaubench.spi.WorkloadSession;

/** Sessions made of a function. */
final class Sessions {
    private Sessions() {}

    static WorkloadSession of(Function<UserContext, Driver> drivers) {
        return new WorkloadSession() {
            @Override
            public Driver driver(UserContext user) {
                return drivers.apply(user);
            }
        };
    }

    /** The effect of a connect; an {@link IOException} means that the SUT refuses it. */
    @FunctionalInterface
    interface Connect {
        void connect(UserContext user) throws IOException, InterruptedException;
    }

    /** Users of a SUT, blocking or not, whose connects and outcomes are given. */
    static WorkloadSession scripted(
            FakeSut sut,
            RecordingDriver.Log log,
            Connect connect,
            BiFunction<UserContext, OperationCall, Outcome> outcomes) {
        return new WorkloadSession() {
            @Override
            public Driver driver(UserContext user) {
                return new RecordingDriver(sut, user, log) {
                    @Override
                    public void connect() throws IOException, InterruptedException {
                        connect.connect(user);
                    }

                    @Override
                    protected Outcome outcome(OperationCall call) {
                        return outcomes.apply(user, call);
                    }
                };
            }

            @Override
            public AsyncDriver asyncDriver(UserContext user, EventLoop loop) {
                return new RecordingAsyncDriver(sut, user, loop, log) {
                    @Override
                    public void connect(Completion completion) {
                        try {
                            connect.connect(user);
                            completion.complete(Outcome.ok());
                        } catch (IOException e) {
                            completion.complete(Outcome.connectionLost("refused", String.valueOf(e.getMessage())));
                        } catch (InterruptedException e) {
                            Thread.currentThread().interrupt();
                        }
                    }

                    @Override
                    protected Outcome outcome(OperationCall call) {
                        return outcomes.apply(user, call);
                    }
                };
            }
        };
    }

    static WorkloadSession ofAsync(BiFunction<UserContext, EventLoop, AsyncDriver> drivers) {
        return new WorkloadSession() {
            @Override
            public AsyncDriver asyncDriver(UserContext user, EventLoop loop) {
                return drivers.apply(user, loop);
            }
        };
    }
}
