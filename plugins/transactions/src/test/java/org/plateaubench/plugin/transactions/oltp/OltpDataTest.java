// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.transactions.oltp;

import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.transactions.TestDatabase;
import org.plateaubench.plugin.transactions.TestDatabase.Engine;
import org.plateaubench.plugin.transactions.oltp.OltpParameters.Load;
import org.plateaubench.spi.Workload;
import org.plateaubench.testkit.DataSetContract;

/** The contract of data sets, for each load that writes. */
@ParameterizedClass
@EnumSource(names = {"READ_WRITE", "UPDATE_INDEX", "UPDATE_NON_INDEX", "INSERT"})
class OltpDataTest extends DataSetContract<OltpParameters> {
    private final TestDatabase database;
    private final Load load;

    OltpDataTest(Load load) throws Exception {
        this.load = load;
        database = TestDatabase.empty(Engine.H2);
    }

    @Override
    protected Workload<OltpParameters> workload() {
        return new OltpWorkload();
    }

    @Override
    protected OltpParameters parameters() {
        return OltpContractTest.parameters(load);
    }

    @Override
    protected SutAddress sut() {
        return database.address();
    }
}
