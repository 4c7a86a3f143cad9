// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore;

import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.dvdstore.shop.Restock;
import org.plateaubench.spi.Workload;
import org.plateaubench.testkit.LossyRelay;
import org.plateaubench.testkit.WorkloadContract;

/** The store keeps the contract of every workload, on a real database behind a relay that can fall silent. */
class DvdStoreContractTest extends WorkloadContract<DvdStoreParameters> {
    private static TestDatabase database;
    private static LossyRelay relay;

    @BeforeAll
    static void load() throws Exception {
        database = TestDatabase.loaded(Engine.H2);
        relay = new LossyRelay(database.port());
    }

    @AfterAll
    static void close() throws Exception {
        relay.close();
    }

    @Override
    protected Workload<DvdStoreParameters> workload() {
        return new DvdStoreWorkload();
    }

    @Override
    protected DvdStoreParameters parameters() {
        return TestDatabase.parameters(Restock.HOLD);
    }

    @Override
    protected SutAddress sut() {
        return database.address(database.url(relay.port()));
    }

    /** The tests share a store and draw the same new customers, so that a name may be taken by a test before. */
    @Override
    protected Set<String> expectedErrors() {
        return Set.of("name-taken", "skipped");
    }

    @Override
    protected long openResources() throws Exception {
        return database.sessions();
    }

    @Override
    protected AutoCloseable stallSut() {
        return relay.hold();
    }
}
