// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.sql;

import java.time.Duration;
import java.util.function.Supplier;
import org.plateaubench.plugin.dvdstore.shop.StoreAccess;
import org.plateaubench.plugin.dvdstore.shop.StoreConnection;
import org.plateaubench.process.database.Connector;
import org.plateaubench.process.database.UserConnection;

/** A shopper's own connection to the database. The harness drops it after the time-out of an operation. */
public final class JdbcConnection implements StoreConnection {
    private final Connector connector;
    private final Supplier<StoreSettings> settings;
    private final UserConnection connection;

    /** Creates a connection that is not open; the settings are known when it is opened. */
    public JdbcConnection(Connector connector, Supplier<StoreSettings> settings) {
        this.connector = connector;
        this.settings = settings;
        connection = new UserConnection(() -> connector.begin(Duration.ZERO));
    }

    @Override
    public StoreAccess connect() throws Exception {
        return connection.connect(opened -> new JdbcStore(opened, Dialects.of(connector.database()), settings.get()));
    }

    @Override
    public void abort() {
        connection.drop();
    }

    @Override
    public void close() throws InterruptedException {
        connection.close();
    }
}
