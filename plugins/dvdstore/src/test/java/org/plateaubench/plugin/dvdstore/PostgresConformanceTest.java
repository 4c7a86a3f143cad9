// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore;

class PostgresConformanceTest extends StoreConformance {
    @Override
    TestDatabase database() throws Exception {
        return TestDatabase.loaded(Engine.POSTGRESQL);
    }
}
