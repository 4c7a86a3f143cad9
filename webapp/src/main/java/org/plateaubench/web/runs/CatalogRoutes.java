// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.runs;

import io.javalin.http.Context;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.plateaubench.web.http.Problem;
import org.plateaubench.web.http.Role;
import org.plateaubench.web.http.RouteTable;
import org.plateaubench.web.http.Routes;

/** The routes of the catalog itself: its tags, its progress, and its rebuild. */
final class CatalogRoutes implements Routes {
    private static final System.Logger LOG = System.getLogger(CatalogRoutes.class.getName());

    private final RunIndexer indexer;
    private final AtomicBoolean rebuilding = new AtomicBoolean();
    private volatile @Nullable String failure;

    CatalogRoutes(RunIndexer indexer) {
        this.indexer = indexer;
    }

    /** A tag in use, with the number of its runs. */
    private record Tag(String name, long runs) {}

    private record Tags(List<Tag> tags) {}

    private record Shown(
            Progress.State state,
            int done,
            int total,
            @Nullable String problem) {}

    @Override
    public void addTo(RouteTable table) {
        table.get(RouteTable.API + "/tags", Role.VIEWER, this::tags)
                .get(RouteTable.API + "/catalog", Role.VIEWER, this::answer)
                .post(RouteTable.API + "/catalog/rebuild", Role.ADMIN, this::rebuild);
    }

    private void tags(Context context) {
        context.json(new Tags(indexer.catalog().tags().entrySet().stream()
                .map(tag -> new Tag(tag.getKey(), tag.getValue()))
                .toList()));
    }

    private void answer(Context context) {
        Progress progress = indexer.progress();
        boolean waits = progress.state() == Progress.State.IDLE && rebuilding.get();
        Progress.State state = waits ? Progress.State.REBUILDING : progress.state();
        context.json(new Shown(state, progress.done(), progress.total(), failure));
    }

    private void rebuild(Context context) {
        if (!rebuilding.compareAndSet(false, true)) {
            throw Problem.conflict("The catalog is being rebuilt already.");
        }
        failure = null;
        Thread.ofVirtual().name("plateau-catalog-rebuild").start(() -> {
            try {
                indexer.sweep(true, progress -> {});
            } catch (IOException | RuntimeException e) {
                LOG.log(System.Logger.Level.WARNING, "the catalog cannot be rebuilt", e);
                failure = "The catalog could not be rebuilt; see the log of the console.";
            } finally {
                rebuilding.set(false);
            }
        });
        context.status(202);
        answer(context);
    }
}
