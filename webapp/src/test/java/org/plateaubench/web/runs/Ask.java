// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.runs;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A query for all runs, archived or not, unless told otherwise. */
final class Ask {
    private String text = "";
    private @Nullable String name;
    private List<String> verdicts = List.of();
    private List<String> statuses = List.of();
    private List<String> tags = List.of();
    private List<String> plugins = List.of();
    private @Nullable Boolean archived;
    private @Nullable Instant from;
    private @Nullable Instant to;
    private RunQuery.Sort sort = RunQuery.Sort.STARTED;
    private boolean descending = true;

    Ask text(String words) {
        text = words;
        return this;
    }

    Ask name(String wanted) {
        name = wanted;
        return this;
    }

    Ask verdicts(String... wanted) {
        verdicts = List.of(wanted);
        return this;
    }

    Ask statuses(String... wanted) {
        statuses = List.of(wanted);
        return this;
    }

    Ask tags(String... wanted) {
        tags = List.of(wanted);
        return this;
    }

    Ask plugins(String... wanted) {
        plugins = List.of(wanted);
        return this;
    }

    Ask archived(@Nullable Boolean wanted) {
        archived = wanted;
        return this;
    }

    Ask from(String instant) {
        from = Instant.parse(instant);
        return this;
    }

    Ask to(String instant) {
        to = Instant.parse(instant);
        return this;
    }

    Ask sort(RunQuery.Sort wanted, boolean isDescending) {
        sort = wanted;
        descending = isDescending;
        return this;
    }

    RunQuery query() {
        return page(50, 0);
    }

    RunQuery page(int limit, int offset) {
        return new RunQuery(
                RunQuery.words(text),
                name,
                verdicts,
                statuses,
                tags,
                plugins,
                archived,
                from,
                to,
                sort,
                descending,
                limit,
                offset);
    }
}
