// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.transactions.orderentry;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.plateaubench.plugin.transactions.TestDatabase.Engine;

/** The contract of data sets, on PostgreSQL and MariaDB. */
@Tag("slow")
@ParameterizedClass
@EnumSource(names = {"POSTGRESQL", "MARIADB"})
class OrderEntryServersTest extends OrderEntryDataTest {
    private final Engine engine;

    OrderEntryServersTest(Engine engine) {
        this.engine = engine;
    }

    @Override
    Engine engine() {
        return engine;
    }
}
