// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.runs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.plateaubench.web.database.Database;
import org.plateaubench.web.database.TestDatabases;

@Timeout(300)
final class RetentionStoreTest {
    private static final Instant AT = Instant.parse("2026-06-01T12:00:00.123456Z");

    @RegisterExtension
    static final TestDatabases DATABASES = new TestDatabases();

    @TempDir
    private Path folder = Path.of("");

    @ParameterizedTest
    @EnumSource
    void whatIsSetIsReadBackAndAtFirstNothingIs(TestDatabases.Engine engine) throws Exception {
        try (Database records = DATABASES.records(engine, folder)) {
            RetentionStore store = new RetentionStore(records.jdbi());
            assertThat(store.policy()).isEqualTo(new RetentionStore.Kept(RetentionPolicy.OFF, null, null, null));
            assertThat(store.lastPass()).isEmpty();
            for (RetentionPolicy policy : List.of(
                    new RetentionPolicy(30, 7, RetentionPolicy.MOST_BYTES),
                    new RetentionPolicy(null, 7, null),
                    RetentionPolicy.OFF)) {
                RetentionStore.Kept kept = new RetentionStore.Kept(policy, "ada", AT, AT.plusSeconds(3_600));
                store.put(kept);
                assertThat(store.policy()).isEqualTo(kept);
            }
            RetentionPass pass = RetentionPass.begun(AT)
                    .removed(new RunFacts("a", "a", AT, AT, 5, Set.of()))
                    .refused(new RunChanges.Refused("b", "It is \"being\" read."))
                    .withMore();
            store.put(pass);
            assertThat(store.lastPass()).contains(pass);
            store.put(pass.ended(AT));
            assertThat(store.lastPass()).contains(pass.ended(AT));
            RetentionStore.waitUntil(records.jdbi(), AT.plusSeconds(7));
            assertThat(store.policy().appliesFrom()).isEqualTo(AT.plusSeconds(7));
        }
    }
}
