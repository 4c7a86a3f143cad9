// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.runs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.engine.store.StoredFile;
import org.plateaubench.web.http.Problem;

/** Whatever stands in one folder, the others are listed, and it is listed with what is wrong. */
@Timeout(300)
@SuppressWarnings("NullAway.Init")
class HostileFolderTest {
    private static final String GOOD = StoredRuns.id(10, "good");

    @TempDir
    Path folder;

    private CatalogFixture fixture;

    @BeforeEach
    void open() throws Exception {
        fixture = new CatalogFixture(folder);
        Files.writeString(folder.resolve("secret"), "{\"verdict\":\"pass\",\"name\":\"s3cret\"}");
        StoredRuns.finished(fixture.runs, GOOD);
    }

    /** What may stand in a folder, with a word of what is said of it. */
    private enum Harm {
        EMPTY_RESULT(false, "result.json cannot be read") {
            @Override
            void to(Path run) throws IOException {
                Files.writeString(StoredFile.RESULT.in(run), "");
            }
        },
        RESULT_OF_ANOTHER_KIND(false, "result.json cannot be read") {
            @Override
            void to(Path run) throws IOException {
                Files.writeString(
                        StoredFile.RESULT.in(run),
                        "{\"verdict\":[],\"name\":7,\"workloads\":{\"a\":1},\"aggregate\":[null,1,{\"metric\":\"x\"}],"
                                + "\"reasons\":\"no\",\"phases\":[[[]]],\"score\":\"high\"}");
            }
        },
        DEEP_RESULT(false, "result.json cannot be read") {
            @Override
            void to(Path run) throws IOException {
                Files.writeString(StoredFile.RESULT.in(run), "{\"a\":" + "[".repeat(100_000));
            }
        },
        NO_PLAN_AND_NO_RESULT(true, "is not a run folder") {
            @Override
            void to(Path run) throws IOException {
                Files.delete(StoredFile.RESULT.in(run));
                Files.delete(StoredFile.PLAN.in(run));
                Files.writeString(StoredFile.OWNER.in(run), "{}");
            }
        },
        PLAN_OF_NOTHING(true, "plan: the schema is ") {
            @Override
            void to(Path run) throws IOException {
                Files.delete(StoredFile.RESULT.in(run));
                Files.writeString(StoredFile.PLAN.in(run), "{\"workloads\":[{\"plugin\":7}]}");
            }
        },
        GIANT_INTERVALS(true, "too large to be judged") {
            @Override
            void to(Path run) throws IOException {
                Files.delete(StoredFile.RESULT.in(run));
                try (RandomAccessFile file =
                        new RandomAccessFile(StoredFile.INTERVALS.in(run).toFile(), "rw")) {
                    file.setLength(100L << 30);
                }
            }
        };

        private final boolean invalid;
        private final String said;

        /** Whether the run is invalid for it, since it can neither be believed nor judged anew. */
        Harm(boolean invalid, String said) {
            this.invalid = invalid;
            this.said = said;
        }

        String id() {
            return StoredRuns.id(30 + List.of(values()).indexOf(this), "bad");
        }

        abstract void to(Path run) throws IOException, InterruptedException;
    }

    @Test
    void whateverIsInItIsShownAndHurtsNoOther() throws Exception {
        for (Harm harm : Harm.values()) {
            harm.to(StoredRuns.finished(fixture.runs, harm.id()));
        }
        fixture.indexer().sweep();
        assertThat(fixture.ids(CatalogFixture.NEWEST)).hasSize(Harm.values().length + 1);
        for (Harm harm : Harm.values()) {
            Map<String, Object> bad = fixture.document(harm.id());
            assertThat(bad)
                    .as(harm.name())
                    .containsEntry("name", "bad")
                    .containsEntry("verdict", harm.invalid ? "invalid" : StoredRuns.verdict())
                    .doesNotContainEntry("status", "running");
            assertThat(bad.toString()).doesNotContain("s3cret");
            assertThat(String.valueOf(bad.get("problems"))).as(harm.name()).contains(harm.said);
        }
        assertThat(fixture.document(GOOD))
                .containsEntry("verdict", StoredRuns.verdict())
                .containsEntry("problems", List.of());
    }

    @Test
    void aFolderOfAnAbsurdNameIsShownButNotLookedInto() throws Exception {
        String absurd = "<script>alert(1)</script>\n\"'".replace('/', '|');
        StoredRuns.finished(fixture.runs, absurd);
        StoredRuns.finished(fixture.runs, "-rf");
        Files.createSymbolicLink(fixture.runs.resolve("linked"), StoredRuns.finished(folder, "outside"));
        fixture.indexer().sweep();
        List<String> ids = fixture.ids(CatalogFixture.NEWEST);
        assertThat(ids).hasSize(4).contains(GOOD, "linked").allMatch(id -> id.matches("[A-Za-z0-9._-]+"));
        for (String id : ids) {
            if (!id.equals(GOOD)) {
                assertThat(String.valueOf(fixture.document(id).get("problems")))
                        .containsAnyOf("rename the folder", "is a symbolic link");
                assertThatThrownBy(() -> fixture.folders.find(id)).isInstanceOf(Problem.class);
            }
        }
    }
}
