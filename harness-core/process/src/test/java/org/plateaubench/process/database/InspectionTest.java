// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.process.database;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class InspectionTest {
    private static final String REMEDY = "SET GLOBAL max_connections = ";

    @Test
    void tooFewConnectionsAreAProblemWithTheNumberThatIsNeeded() {
        assertThat(Inspection.tooFew(100, 11, 83, REMEDY)).isEmpty();
        assertThat(Inspection.tooFew(100, 11, 84, REMEDY))
                .singleElement()
                .asString()
                .contains("90 connections left of 100", "84 users", "need 91", "'SET GLOBAL max_connections = 101'");
    }

    @Test
    void closingConnectionIsNotMissing() throws Exception {
        int[] inUse = {6};
        assertThat(Inspection.settled(() -> Inspection.tooFew(12, inUse[0]--, 4, REMEDY)))
                .isEmpty();
        assertThat(inUse[0]).isLessThan(5);
    }
}
