// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.testkit;

import java.util.function.BiFunction;
import java.util.function.Function;
import org.plateaubench.spi.AsyncDriver;
import org.plateaubench.spi.Driver;
import org.plateaubench.spi.EventLoop;
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

    static WorkloadSession ofAsync(BiFunction<UserContext, EventLoop, AsyncDriver> drivers) {
        return new WorkloadSession() {
            @Override
            public AsyncDriver asyncDriver(UserContext user, EventLoop loop) {
                return drivers.apply(user, loop);
            }
        };
    }
}
