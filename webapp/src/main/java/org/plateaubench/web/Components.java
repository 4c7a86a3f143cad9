// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web;

import java.io.IOException;
import java.net.URI;
import java.time.InstantSource;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.Installation;
import org.plateaubench.app.RunOrigin;
import org.plateaubench.app.console.ConsoleOptions;
import org.plateaubench.web.editor.EditorRoutes;
import org.plateaubench.web.http.Routes;
import org.plateaubench.web.live.Live;
import org.plateaubench.web.plugins.PluginRoutes;
import org.plateaubench.web.queue.QueueChanged;
import org.plateaubench.web.queue.QueueItem;
import org.plateaubench.web.queue.QueueRoutes;
import org.plateaubench.web.rig.RigRoutes;
import org.plateaubench.web.runs.Runs;

/** The components of the console and the connections between them. Only this class knows more than one of them. */
final class Components {
    private Components() {}

    /**
     * Opens every component.
     *
     * @param address address at which the console serves, once it does
     * @param parts receives each component to close as soon as it is open, so that a later failure closes it too
     * @throws IOException with a message for the user when a component cannot be opened
     */
    static List<Routes> open(
            Installation installation,
            ConsoleOptions options,
            InstantSource clock,
            CompletableFuture<URI> address,
            List<AutoCloseable> parts)
            throws IOException {
        Runs runs = new Runs(options.runs(), options.studies(), options.data(), clock);
        AtomicReference<@Nullable QueueRoutes> queueRoutes = new AtomicReference<>();
        Live live = new Live(runs.lookup(), options.runs(), clock, () -> waiting(queueRoutes.get()));
        options.receiver().ifPresent(receiver -> {
            Notifier notifier = new Notifier(receiver, runs.lookup(), address, clock);
            parts.add(notifier);
            runs.listen(notifier);
        });
        runs.listen(live).start();
        parts.add(runs);
        parts.add(live);
        QueueRoutes queue = new QueueRoutes(installation, options, runs.lookup(), clock, new QueueListener(runs, live));
        parts.add(queue);
        queueRoutes.set(queue);
        RigRoutes rig = new RigRoutes(
                installation,
                options.data().resolveSibling("suts"),
                options.runs(),
                new RunOrigin(options.files(), null, options.allowFile()),
                options.rigCredentials(),
                clock);
        parts.add(rig);
        return List.of(
                runs,
                live,
                queue,
                new EditorRoutes(installation, options.files(), options.allowFile()),
                new PluginRoutes(installation),
                rig);
    }

    private static OptionalInt waiting(@Nullable QueueRoutes queue) {
        return queue == null ? OptionalInt.empty() : OptionalInt.of(queue.waiting());
    }

    /**
     * Reports to the other components what happens in the queue. Any thread.
     *
     * @param runs stores the user who started a run, and its tags and note
     * @param live notifies the viewers of the lists
     */
    private record QueueListener(Runs runs, Live live) implements QueueChanged {
        @Override
        public void changed() {
            live.queueChanged();
        }

        @Override
        public void begun(QueueItem item, String runId) {
            runs.begun(
                    runId,
                    item.requestedBy(),
                    item.wanted().tags(),
                    item.wanted().note());
        }
    }
}
