// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.transactions.oltp;

import org.plateaubench.plugin.transactions.oltp.OltpParameters.Choice;
import org.plateaubench.plugin.transactions.oltp.OltpParameters.Load;
import org.plateaubench.spi.Workload;

/** Simple OLTP as tests of several workloads use it. */
public final class OltpCases {
    private OltpCases() {}

    public static Workload<OltpParameters> workload() {
        return new OltpWorkload();
    }

    /** Returns two tables of so few rows that transactions often meet. */
    public static OltpParameters small(int retries) {
        return ofRows(100, retries);
    }

    /** Returns two tables of this number of rows. */
    public static OltpParameters ofRows(int rows, int retries) {
        return OltpContractTest.parameters(Load.READ_WRITE, Choice.UNIFORM, rows, retries);
    }
}
