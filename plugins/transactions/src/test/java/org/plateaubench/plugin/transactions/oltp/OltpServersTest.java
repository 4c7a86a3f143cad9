// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.transactions.oltp;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.transactions.TestDatabase;
import org.plateaubench.plugin.transactions.TestDatabase.Engine;
import org.plateaubench.plugin.transactions.oltp.OltpParameters.Load;
import org.plateaubench.spi.Workload;
import org.plateaubench.testkit.DataSetContract;

/** The contract of data sets, on PostgreSQL and MariaDB. */
@Tag("slow")
@ParameterizedClass
@EnumSource(names = {"POSTGRESQL", "MARIADB"})
class OltpServersTest extends DataSetContract<OltpParameters> {
    private final TestDatabase database;

    OltpServersTest(Engine engine) throws Exception {
        database = TestDatabase.empty(engine);
    }

    @Override
    protected Workload<OltpParameters> workload() {
        return new OltpWorkload();
    }

    @Override
    protected OltpParameters parameters() {
        return OltpContractTest.parameters(Load.READ_WRITE);
    }

    @Override
    protected SutAddress sut() {
        return database.address();
    }
}
