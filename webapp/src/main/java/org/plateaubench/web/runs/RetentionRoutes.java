// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.runs;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.javalin.http.Context;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.plateaubench.web.http.Body;
import org.plateaubench.web.http.Caller;
import org.plateaubench.web.http.Journal;
import org.plateaubench.web.http.Role;
import org.plateaubench.web.http.RouteTable;
import org.plateaubench.web.http.Routes;

/** The routes of the policy for keeping runs, and of its preview. */
final class RetentionRoutes implements Routes {
    private static final String PATH = RouteTable.API + "/retention";

    private final Retention retention;
    private final InventoryReading reading;

    /** Most rows of each list of a preview: with ten thousand runs, all rows would be megabytes. */
    static final int MOST_SHOWN = 500;

    RetentionRoutes(Retention retention, InventoryReading reading) {
        this.retention = retention;
        this.reading = reading;
    }

    private record Shown(
            RetentionPolicy policy,
            @Nullable String changedBy,
            @Nullable Instant changedAt,
            @Nullable Instant appliesFrom,
            @Nullable Instant nextPassAt,
            @Nullable RetentionPass lastPass) {}

    private record Preview(
            Instant at,
            RetentionPolicy policy,
            RetentionChoice.Amount all,
            RetentionChoice.Amount goes,
            List<Going> going,
            int sparedRuns,
            List<Spared> spared) {}

    private record ShownRun(String id, String name, Instant datedAt, long sizeBytes) {
        static ShownRun of(RunFacts run) {
            return new ShownRun(run.id(), run.name(), run.datedAt(), run.sizeBytes());
        }
    }

    private record Going(@JsonUnwrapped ShownRun run, RetentionChoice.Rule rule, String reason) {
        static Going of(RetentionChoice.Going going) {
            return new Going(ShownRun.of(going.run()), going.rule(), going.reason());
        }
    }

    private record Spared(@JsonUnwrapped ShownRun run, RetentionChoice.Rule rule, Set<RunFacts.Spare> why) {
        static Spared of(RetentionChoice.Spared spared) {
            return new Spared(ShownRun.of(spared.run()), spared.rule(), spared.why());
        }
    }

    @Override
    public void addTo(RouteTable table) {
        table.get(PATH, Role.VIEWER, context -> context.json(shown()))
                .put(PATH, Role.ADMIN, this::replace)
                .post(PATH + "/preview", Role.ADMIN, this::preview);
    }

    private Shown shown() {
        Retention.State state = retention.state();
        RetentionStore.Kept kept = state.kept();
        return new Shown(
                kept.policy(),
                kept.changedBy(),
                kept.changedAt(),
                kept.policy().isOff() ? null : kept.appliesFrom(),
                state.nextPassAt(),
                state.lastPass().orElse(null));
    }

    private void replace(Context context) {
        RetentionPolicy policy =
                Body.read(context, RetentionPolicy.RequestedPolicy.class).checked();
        Journal.target(context, policy.text());
        retention.set(policy, Caller.of(context).name());
        context.json(shown());
    }

    private void preview(Context context) throws IOException {
        Journal.changesNothing(context);
        RetentionPolicy policy =
                Body.read(context, RetentionPolicy.RequestedPolicy.class).checked();
        Optional<InventoryReading.Inventory> read = reading.fetch();
        if (read.isEmpty()) {
            context.status(202).header("Retry-After", "1").json(reading.progress());
            return;
        }
        Instant at = read.get().at();
        RetentionChoice choice = RetentionChoice.of(policy, read.get().runs(), at);
        context.json(new Preview(
                at,
                policy,
                choice.all(),
                choice.gone(),
                choice.going().stream().limit(MOST_SHOWN).map(Going::of).toList(),
                choice.spared().size(),
                choice.spared().stream().limit(MOST_SHOWN).map(Spared::of).toList()));
    }
}
