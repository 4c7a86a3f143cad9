// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.plateaubench.api.DataPolicy;
import org.plateaubench.api.Finding.Severity;
import org.plateaubench.plugin.dvdstore.catalog.StoreSize;
import org.plateaubench.plugin.dvdstore.data.StoreDataSet;
import org.plateaubench.spi.DataSet;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutException;

/** A schema with tables of others is used only by name, and loses only tables with names of ours. */
@ParameterizedClass
@EnumSource(Engine.class)
class AdoptionTest {
    private final Engine engine;

    AdoptionTest(Engine engine) {
        this.engine = engine;
    }

    private static DataSet adopting(TestDatabase database, String schema) {
        return new StoreDataSet(database.address(), StoreSize.SMALL, TestDatabase.DATA_SEED).adopting(schema);
    }

    @Test
    void anAdoptedSchemaKeepsTheTablesThatHaveNoNameOfOurs() throws Exception {
        try (TestDatabase database = TestDatabase.empty(engine)) {
            database.execute("CREATE TABLE precious AS SELECT 7 AS id");
            database.execute("CREATE TABLE orders (old INTEGER)");
            String differentCase = database.quoted("Orders");
            database.execute("CREATE TABLE " + differentCase + " AS SELECT 8 AS id");
            assertThat(database.data().preflight(DataPolicy.REUSE))
                    .singleElement()
                    .matches(finding -> finding.severity() == Severity.PROBLEM)
                    .asString()
                    .contains("'adopt: " + database.schema() + "'");
            DataSet data = adopting(database, database.schema().toLowerCase(Locale.ROOT));
            assertThat(data.preflight(DataPolicy.REUSE))
                    .singleElement()
                    .matches(finding -> finding.severity() == Severity.NOTE)
                    .asString()
                    .contains(database.schema() + " is adopted", "only orders of its 3 tables");
            // As far as the indexes, so that every table was made and filled.
            Thread self = Thread.currentThread();
            assertThatThrownBy(() -> data.prepare(DataPolicy.REUSE, (activity, done, total, unit) -> {
                        if (activity.startsWith("indexing")) {
                            self.interrupt();
                        }
                    }))
                    .isInstanceOf(InterruptedException.class);
            Thread.interrupted();
            assertThat(database.number("SELECT COUNT(*) FROM orders WHERE netamount > 0"))
                    .isEqualTo(12_000);
            assertThat(data.preflight(DataPolicy.RESET))
                    .singleElement()
                    .asString()
                    .contains("interrupted");
            data.clear(Progress.SILENT);
            assertThat(database.number("SELECT id FROM precious")).isEqualTo(7);
            assertThat(database.number("SELECT id FROM " + differentCase)).isEqualTo(8);
            database.execute("DROP TABLE " + differentCase);
            assertThat(database.tables()).containsExactly("precious");
        }
    }

    @Test
    void aWrongNameIsRefusedAndNothingIsTouched() throws Exception {
        try (TestDatabase database = TestDatabase.empty(engine)) {
            database.execute("CREATE TABLE orders (old INTEGER)");
            DataSet data = adopting(database, "other");
            assertThat(data.preflight(DataPolicy.REUSE)).singleElement().satisfies(finding -> {
                assertThat(finding.severity()).isEqualTo(Severity.PROBLEM);
                assertThat(finding.toString())
                        .contains("to adopt is other", "is " + database.schema(), "Correct 'adopt'");
            });
            for (DataPolicy policy : DataPolicy.values()) {
                assertThatThrownBy(() -> data.prepare(policy, Progress.SILENT)).isInstanceOf(SutException.class);
            }
            data.clear(Progress.SILENT);
            assertThat(database.number("SELECT COUNT(*) FROM orders")).isZero();
        }
    }
}
