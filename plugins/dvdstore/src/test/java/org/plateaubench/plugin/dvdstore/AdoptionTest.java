// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.plateaubench.api.DataPolicy;
import org.plateaubench.api.Finding.Severity;
import org.plateaubench.plugin.dvdstore.catalog.StoreSize;
import org.plateaubench.plugin.dvdstore.data.StoreDataSet;
import org.plateaubench.spi.DataSet;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutException;

/** A schema with tables of others is used only by name, and loses only tables with names of ours. */
class AdoptionTest {
    private static DataSet adopting(TestDatabase database, String schema) {
        return new StoreDataSet(database.address(), StoreSize.SMALL, TestDatabase.DATA_SEED).adopting(schema);
    }

    @Test
    void anAdoptedSchemaKeepsTheTablesThatHaveNoNameOfOurs() throws Exception {
        try (TestDatabase database = TestDatabase.empty(Engine.H2)) {
            database.execute("CREATE TABLE precious AS SELECT 7 AS id");
            database.execute("CREATE TABLE orders (old INTEGER)");
            assertThat(database.data().preflight(DataPolicy.REUSE))
                    .singleElement()
                    .matches(finding -> finding.severity() == Severity.PROBLEM)
                    .asString()
                    .contains("'adopt: PUBLIC'");
            DataSet data = adopting(database, "public");
            assertThat(data.preflight(DataPolicy.REUSE))
                    .singleElement()
                    .matches(finding -> finding.severity() == Severity.NOTE)
                    .asString()
                    .contains("PUBLIC is adopted", "only orders of its 2 tables");
            data.prepare(DataPolicy.REUSE, Progress.SILENT);
            assertThat(data.verify()).isEmpty();
            data.prepare(DataPolicy.RESET, Progress.SILENT);
            assertThat(data.preflight(DataPolicy.RESET)).isEmpty();
            data.clear(Progress.SILENT);
            assertThat(database.number("SELECT id FROM precious")).isEqualTo(7);
            assertThat(database.number("SELECT COUNT(*) FROM INFORMATION_SCHEMA.TABLES WHERE TABLE_SCHEMA = 'PUBLIC'"))
                    .isEqualTo(1);
        }
    }

    @Test
    void aWrongNameIsRefusedAndNothingIsTouched() throws Exception {
        try (TestDatabase database = TestDatabase.empty(Engine.H2)) {
            database.execute("CREATE TABLE orders (old INTEGER)");
            DataSet data = adopting(database, "other");
            assertThat(data.preflight(DataPolicy.REUSE)).singleElement().satisfies(finding -> {
                assertThat(finding.severity()).isEqualTo(Severity.PROBLEM);
                assertThat(finding.toString()).contains("to adopt is other", "is PUBLIC", "Correct 'adopt'");
            });
            for (DataPolicy policy : DataPolicy.values()) {
                assertThatThrownBy(() -> data.prepare(policy, Progress.SILENT)).isInstanceOf(SutException.class);
            }
            data.clear(Progress.SILENT);
            assertThat(database.number("SELECT COUNT(*) FROM orders")).isZero();
        }
    }
}
