// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.process.database;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.plateaubench.api.Finding.Severity;
import org.plateaubench.process.database.Inspection.ConnectionLimit;

class InspectionTest {
    private static final String REMEDY = "SET GLOBAL max_connections = %d'";

    @Test
    void tooFewConnectionsAreReportedWithRequiredNumber() {
        assertThat(new ConnectionLimit(100, 11, "The server", REMEDY).tooFew(83))
                .isEmpty();
        assertThat(new ConnectionLimit(100, 11, "The server", REMEDY).tooFew(84))
                .hasValueSatisfying(finding -> {
                    assertThat(finding.severity()).isEqualTo(Severity.PROBLEM);
                    assertThat(finding.toString())
                            .contains(
                                    "90 connections left of 100",
                                    "84 users",
                                    "need 91",
                                    "'SET GLOBAL max_connections = 101'");
                });
    }

    @Test
    void closingConnectionsAreNotCounted() throws Exception {
        int[] inUse = {6};
        assertThat(Inspection.recheck(() -> new ConnectionLimit(12, inUse[0]--, "The server", REMEDY)
                        .tooFew(4).stream().toList()))
                .isEmpty();
        assertThat(inUse[0]).isLessThan(5);
    }
}
