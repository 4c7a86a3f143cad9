// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.transactions.oltp;

import org.plateaubench.plugin.transactions.oltp.OltpParameters.Choice;
import org.plateaubench.plugin.transactions.oltp.OltpParameters.Load;
import org.plateaubench.spi.Workload;

/** Simple OLTP for tests of several workloads. */
public final class OltpCases {
    private OltpCases() {}

    public static Workload<OltpParameters> workload() {
        return new OltpWorkload();
    }

    /** Returns parameters of two tables with so few rows that transactions often conflict. */
    public static OltpParameters small(int retries) {
        return ofRows(100, retries);
    }

    /** Returns parameters of two tables with this number of rows. */
    public static OltpParameters ofRows(int rows, int retries) {
        return OltpContractTest.parameters(Load.READ_WRITE, Choice.UNIFORM, rows, retries);
    }
}
