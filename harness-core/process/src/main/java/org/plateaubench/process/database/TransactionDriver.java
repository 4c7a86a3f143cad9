// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.process.database;

import java.sql.SQLException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Outcome;
import org.plateaubench.spi.Driver;
import org.plateaubench.spi.OperationCall;

/** One client with one connection, on which its statements stay prepared. */
public abstract class TransactionDriver<T> implements Driver {
    private final UserConnection connection;
    private final UserConnection.Preparation<T> preparation;
    private @Nullable T prepared;

    protected TransactionDriver(Connector connector, UserConnection.Preparation<T> preparation) {
        // The harness aborts a call that exceeds the run file's timeout.
        connection = new UserConnection(() -> connector.begin(Duration.ZERO));
        this.preparation = preparation;
    }

    protected abstract Outcome execute(T statements, OperationCall call) throws InterruptedException;

    @Override
    public final void connect() throws SQLException, InterruptedException {
        prepared = null;
        prepared = connection.connect(preparation);
    }

    @Override
    public final Outcome execute(OperationCall call) throws InterruptedException {
        T statements = prepared;
        return statements == null
                ? Outcome.connectionLost("not-connected", "there is no connection")
                : execute(statements, call);
    }

    @Override
    public final void abort() {
        connection.drop();
    }

    @Override
    public void close() throws InterruptedException {
        connection.close();
    }
}
