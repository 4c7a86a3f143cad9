// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore;

import java.sql.SQLException;
import org.junit.jupiter.api.AfterAll;
import org.plateaubench.api.SutAddress;

class H2ConformanceTest extends StoreConformance {
    private final TestDatabase database;

    H2ConformanceTest() throws SQLException {
        database = new TestDatabase();
    }

    @Override
    SutAddress address() {
        return database.address();
    }

    @AfterAll
    void stop() throws SQLException {
        database.close();
    }
}
