// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore;

class H2ConformanceTest extends StoreConformance {
    @Override
    TestDatabase database() throws Exception {
        return TestDatabase.loaded(Engine.H2);
    }
}
