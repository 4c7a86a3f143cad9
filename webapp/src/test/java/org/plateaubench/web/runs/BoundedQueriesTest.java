// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.runs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jdbi.v3.core.statement.SqlLogger;
import org.jdbi.v3.core.statement.StatementContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.plateaubench.app.runs.RunSummary;
import org.plateaubench.engine.store.RunAnnotation;
import org.plateaubench.engine.store.RunFolder;
import org.plateaubench.web.database.Database;
import org.plateaubench.web.database.TestDatabases;
import org.plateaubench.web.database.TestDatabases.Engine;

/** What a page costs does not grow with the catalog, but for what must be counted. */
@Timeout(300)
class BoundedQueriesTest {
    private static final int RUNS = 400;
    private static final Pattern SCANNED = Pattern.compile("scanCount: ([0-9]+)");

    @RegisterExtension
    static final TestDatabases DATABASES = new TestDatabases();

    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource
    void everyPageIsTwoStatementsAndNoMoreRowsThanItShows(Engine engine) throws Exception {
        try (Database database = DATABASES.catalog(engine, folder)) {
            RunCatalog catalog = filled(database);
            List<String> statements = new ArrayList<>();
            database.jdbi().setSqlLogger(new SqlLogger() {
                @Override
                public void logAfterExecution(StatementContext context) {
                    statements.add(context.getRenderedSql());
                }

                @Override
                public void logException(StatementContext context, SQLException failure) {
                    statements.add(failure.getMessage());
                }
            });
            for (RunQuery.Sort sort : RunQuery.Sort.values()) {
                for (Ask ask :
                        List.of(new Ask(), new Ask().tags("even").text("run 3").plugins("p0", "p1"))) {
                    statements.clear();
                    RunCatalog.Page page = catalog.list(ask.sort(sort, true).page(10, 20));
                    assertThat(page.documents()).hasSize(10);
                    assertThat(page.total()).isGreaterThan(30);
                    assertThat(statements).hasSize(2);
                    assertThat(statements.getFirst()).startsWith("SELECT count(*) FROM run");
                    assertThat(statements.getLast()).endsWith("LIMIT :limit OFFSET :offset");
                }
            }
        }
    }

    /** The embedded database says how many rows it looked at. */
    @Test
    void theFirstPageIsReadFromAnIndex() throws Exception {
        try (Database database = DATABASES.catalog(Engine.H2, folder)) {
            filled(database);
            String plan = database.jdbi()
                    .withHandle(
                            handle -> handle.createQuery("EXPLAIN ANALYZE SELECT document FROM run WHERE archived = "
                                            + "false ORDER BY " + RunQuery.NEWEST.order() + " LIMIT 50 OFFSET 0")
                                    .mapTo(String.class)
                                    .one());
            Matcher scanned = SCANNED.matcher(plan);
            assertThat(scanned.find()).as(plan).isTrue();
            assertThat(Integer.parseInt(scanned.group(1))).as(plan).isLessThan(60);
        }
    }

    private static RunCatalog filled(Database database) {
        RunCatalog catalog = new RunCatalog(database);
        List<CatalogRow> rows = new ArrayList<>();
        for (int i = 0; i < RUNS; i++) {
            rows.add(CatalogRow.of("", run(i)));
        }
        catalog.put(rows);
        return catalog;
    }

    private static RunSummary run(int number) {
        RunSummary plain = RunSummary.unreadable("run-" + number, "");
        return new RunSummary(
                plain.id(),
                "name-" + number % 7,
                RunFolder.State.COMPLETED,
                number % 3 == 0 ? "pass" : "fail",
                null,
                null,
                "dev",
                Instant.ofEpochSecond(number),
                Instant.ofEpochSecond(number + 60),
                RunAnnotation.NONE.withTags(List.of(number % 2 == 0 ? "even" : "odd")),
                List.of("p" + number % 3),
                null,
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                true,
                List.of());
    }
}
