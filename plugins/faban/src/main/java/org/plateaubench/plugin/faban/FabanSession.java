// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.faban;

import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;
import org.plateaubench.http.HttpSettings;
import org.plateaubench.http.connect.HttpConnections;
import org.plateaubench.spi.Driver;
import org.plateaubench.spi.UserContext;
import org.plateaubench.spi.WorkloadSession;

/** The users of a driver. */
final class FabanSession implements WorkloadSession {
    private final FabanDriver.DriverSettings settings;
    private final HttpConnections connections;
    private final OwnFigures figures;
    /** The first user, if the driver has methods that are called before or after all users. */
    private final @Nullable FabanDriver first;

    private FabanSession(FabanDriver.DriverSettings settings, HttpConnections connections) {
        this.settings = settings;
        this.figures = new OwnFigures(settings.context());
        this.connections = connections;
        boolean once = settings.driver().before() != null || settings.driver().after() != null;
        this.first = once ? user(0) : null;
    }

    /** Opens a session and calls the driver's {@code @OnceBefore}, and passes on its exceptions. */
    static FabanSession open(FabanDriver.DriverSettings settings, HttpSettings http) throws Exception {
        HttpConnections connections = new HttpConnections(http);
        try {
            FabanSession session = new FabanSession(settings, connections);
            session.once(settings.driver().before());
            return session;
        } catch (Exception | Error e) {
            connections.close();
            throw e;
        }
    }

    private FabanDriver user(int number) {
        return new FabanDriver(settings, figures, connections, number);
    }

    private void once(@Nullable Method method) throws Exception {
        if (method != null && first != null) {
            first.makeInstance();
            first.call(method);
        }
    }

    @Override
    public Driver driver(UserContext user) {
        return (first != null && user.user() == 0 ? first : user(user.user())).of(user);
    }

    @Override
    public void close() throws Exception {
        try {
            once(settings.driver().after());
        } finally {
            connections.close();
        }
    }
}
