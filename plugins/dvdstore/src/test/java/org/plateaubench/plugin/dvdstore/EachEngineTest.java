// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Runs the tests that every engine must pass: on H2 always, on the database servers with the slow tests. */
class EachEngineTest {
    @Nested
    class Adoption extends AdoptionTest {
        Adoption() {
            super(Engine.H2);
        }
    }

    @Nested
    class PurchaseFault extends PurchaseFaultTest {
        PurchaseFault() throws Exception {
            super(Engine.H2);
        }
    }

    @Nested
    class Conformance extends StoreConformanceTest {
        Conformance() {
            super(Engine.H2);
        }
    }

    @Nested
    class Data extends StoreDataSetTest {
        Data() throws Exception {
            super(Engine.H2);
        }
    }

    @Nested
    @Tag("slow")
    @ParameterizedClass
    @EnumSource(names = {"POSTGRESQL", "MARIADB"})
    class AdoptionOnServers extends AdoptionTest {
        AdoptionOnServers(Engine engine) {
            super(engine);
        }
    }

    @Nested
    @Tag("slow")
    @ParameterizedClass
    @EnumSource(names = {"POSTGRESQL", "MARIADB"})
    class PurchaseFaultOnServers extends PurchaseFaultTest {
        PurchaseFaultOnServers(Engine engine) throws Exception {
            super(engine);
        }
    }

    @Nested
    @Tag("slow")
    @ParameterizedClass
    @EnumSource(names = {"POSTGRESQL", "MARIADB"})
    class ConformanceOnServers extends StoreConformanceTest {
        ConformanceOnServers(Engine engine) {
            super(engine);
        }
    }

    @Nested
    @Tag("slow")
    @ParameterizedClass
    @EnumSource(names = {"POSTGRESQL", "MARIADB"})
    class DataOnServers extends StoreDataSetTest {
        DataOnServers(Engine engine) throws Exception {
            super(engine);
        }
    }
}
