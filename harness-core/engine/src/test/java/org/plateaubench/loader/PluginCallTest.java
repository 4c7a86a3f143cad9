// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.loader;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.EOFException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;

/** A failed call of a plugin is reported with the name of the call. */
final class PluginCallTest {
    private void preflight(Callable<Object> answer) throws Exception {
        PluginCall.call("Preflight of 1/store", this, Duration.ofSeconds(5), () -> false, answer);
    }

    @Test
    void missingAnswerIsReported() {
        assertThatThrownBy(() -> preflight(() -> null))
                .isInstanceOf(PluginCall.Failure.class)
                .hasMessage("Preflight of 1/store returned nothing; it must return what it declares.");
    }

    @Test
    void thrownErrorIsReported() {
        assertThatThrownBy(() -> preflight(() -> {
                    throw new Error("no preflight today");
                }))
                .isInstanceOf(PluginCall.Failure.class)
                .hasMessage("Preflight of 1/store failed: java.lang.Error: no preflight today");
    }

    @Test
    void causeOfLostConnectionIsNamedWithoutItsClass() {
        assertThatThrownBy(() -> preflight(() -> {
                    throw new SQLException("Socket error", new EOFException("closed by server"));
                }))
                .hasMessage("Preflight of 1/store failed: Socket error; caused by the data ended early");
    }
}
