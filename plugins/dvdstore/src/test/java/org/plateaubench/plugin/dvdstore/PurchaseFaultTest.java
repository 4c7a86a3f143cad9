// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plateaubench.plugin.dvdstore.shop.PurchaseResult;
import org.plateaubench.plugin.dvdstore.shop.Request;
import org.plateaubench.plugin.dvdstore.shop.Restock;
import org.plateaubench.plugin.dvdstore.shop.StoreRows.Line;
import org.plateaubench.plugin.dvdstore.sql.Dialect;
import org.plateaubench.plugin.dvdstore.sql.JdbcStore;
import org.plateaubench.plugin.dvdstore.sql.StoreNumber;
import org.plateaubench.plugin.dvdstore.sql.StoreSettings;

/** Faults of a JDBC driver at the start and the end of a transaction, injected into a real connection. */
abstract class PurchaseFaultTest {
    private final List<String> calls = new ArrayList<>();
    private final TestDatabase database;
    private final Connection realConnection;
    private final Dialect dialect;

    /** Called after the real call. */
    @FunctionalInterface
    private interface Fault {
        void after(String method, Object[] arguments) throws SQLException;
    }

    PurchaseFaultTest(Engine engine) throws Exception {
        database = TestDatabase.loaded(engine);
        realConnection = database.connect();
        dialect = database.dialect();
    }

    @AfterEach
    void close() throws Exception {
        realConnection.close();
    }

    /** A proxy that injects the fault and does not pass {@code abort} on to the real connection. */
    private Connection connection(Fault fault) {
        return (Connection) Proxy.newProxyInstance(
                Connection.class.getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, given) -> {
                    Object[] arguments = given == null ? new Object[0] : given;
                    calls.add(method.getName());
                    Object result = method.getName().equals("abort") ? null : invoke(realConnection, method, arguments);
                    fault.after(method.getName(), arguments);
                    return result;
                });
    }

    private JdbcStore store(Fault fault) throws SQLException {
        StoreSettings settings = new StoreSettings(StoreNumber.UNNUMBERED, Restock.HOLD, false);
        return new JdbcStore(connection(fault), dialect, settings);
    }

    private static Object invoke(Object target, Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private static Request.Purchase cart(int lines) {
        List<Line> cart = new ArrayList<>();
        for (int i = 0; i < lines; i++) {
            cart.add(new Line(1_000 + i, 1));
        }
        return new Request.Purchase(cart);
    }

    @Test
    void everyStatementIsPreparedBeforeTheFirstPurchase() throws Exception {
        JdbcStore store = store((method, arguments) -> {});
        calls.clear();
        for (int lines = 1; lines <= 10; lines++) {
            store.purchase(1, cart(lines));
        }
        assertThat(calls).contains("commit").doesNotContain("prepareStatement");
    }

    @Test
    void failedRollbackAbortsTheConnection() throws Exception {
        JdbcStore store = store((method, arguments) -> {
            if (method.equals("rollback") || method.equals("commit")) {
                throw new SQLException("refused", "40001");
            }
        });
        calls.clear();
        assertThatThrownBy(() -> store.purchase(1, cart(2))).hasMessage("refused");
        assertThat(calls).contains("abort");
    }

    @ParameterizedTest
    @CsvSource({"'General error: \"java.lang.NullPointerException\"',HY000", "statement completion unknown,40003"})
    void failedCommitIsUncertain(String message, String state) throws Exception {
        JdbcStore store = store((method, arguments) -> {
            if (method.equals("commit")) {
                throw new SQLException(message, state);
            }
        });
        assertThat(store.purchase(1, cart(2)).status()).isEqualTo(PurchaseResult.Status.UNCERTAIN);
        assertThat(database.number("SELECT COUNT(*) FROM orders")).isEqualTo(12_001);
    }

    @Test
    void committedOrderStaysCommittedAfterLaterFailure() throws Exception {
        JdbcStore store = store((method, arguments) -> {
            if (method.equals("setAutoCommit") && Boolean.TRUE.equals(arguments[0])) {
                throw new IllegalStateException("unexpected state of the driver");
            }
        });
        calls.clear();
        assertThat(store.purchase(1, cart(2)).status()).isEqualTo(PurchaseResult.Status.COMMITTED);
        assertThat(calls).contains("abort");
    }
}
