// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.rig;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.plateaubench.app.AgentSource;
import org.plateaubench.engine.run.AgentLink;
import org.plateaubench.engine.store.RunFolder;
import org.plateaubench.engine.store.StoredFile;
import org.plateaubench.loader.LoadedPlugin;
import org.plateaubench.loader.PluginCatalog;
import org.plateaubench.loader.PluginJar;
import org.plateaubench.measure.clock.SystemClock;
import org.plateaubench.measure.host.HostName;
import org.plateaubench.rig.Credentials;
import org.plateaubench.rig.Offer;
import org.plateaubench.rig.Rig;
import org.plateaubench.wire.Message;

/**
 * Agents of a broker, by name.
 *
 * @param user credentials of this controller
 * @param names names of the agents, at least one
 */
public record RigAgents(Credentials user, List<String> names) implements AgentSource {
    private static final int AT_ONCE = 32;

    public RigAgents {
        names = List.copyOf(names);
    }

    /**
     * Agents of the broker that a credentials file names.
     *
     * @throws IOException with a sentence for a person when the file is none
     */
    public static RigAgents of(Path credentials, List<String> names) throws IOException {
        return new RigAgents(Credentials.read(credentials), names);
    }

    @Override
    public Joined join(String runId, PluginCatalog catalog) throws IOException, InterruptedException {
        // In containers the number of the process is 1 everywhere.
        String controller = user.name() + " (process " + ProcessHandle.current().pid() + " of "
                + HostName.ofThisHost(Message.NO_HOST_NAME) + ")";
        Rig rig = Rig.connect(user, controller, SystemClock.instance()::nanoTime);
        List<AgentLink> links = new ArrayList<>();
        boolean isComplete = false;
        try {
            Map<String, Path> jars = new TreeMap<>();
            Offer offer =
                    new Offer(runId, controller, Message.PROTOCOL_VERSION, Message.SPI_VERSION, plugins(catalog, jars));
            engage(rig, offer, jars, links);
            isComplete = true;
            return new Connected(rig, List.copyOf(links));
        } finally {
            if (!isComplete) {
                new Connected(rig, links).close();
            }
        }
    }

    @Override
    public void sealed(RunFolder folder) throws InterruptedException {
        if (!Files.exists(folder.file(StoredFile.MANIFEST))) {
            return;
        }
        try (Rig rig = Rig.connect(user, user.name(), SystemClock.instance()::nanoTime)) {
            for (String name : names) {
                rig.seal(name, folder.runId());
            }
        } catch (IOException e) {
            // The broker is away; agents remove what is old.
            return;
        }
    }

    /** Several at once: each answers in its own time, and may need its jars. */
    private void engage(Rig rig, Offer offer, Map<String, Path> jars, List<AgentLink> links)
            throws IOException, InterruptedException {
        Map<String, Future<AgentLink>> engaging = new LinkedHashMap<>();
        try (ExecutorService several =
                Executors.newFixedThreadPool(AT_ONCE, Thread.ofVirtual().factory())) {
            for (String name : names) {
                engaging.put(name, several.submit(() -> new AgentLink(name, rig.engage(name, offer, jars::get))));
            }
        }
        List<String> refusals = new ArrayList<>();
        for (Future<AgentLink> one : engaging.values()) {
            try {
                links.add(one.get());
            } catch (ExecutionException e) {
                refusals.add(String.valueOf(Objects.requireNonNull(e.getCause()).getMessage()));
            }
        }
        if (!refusals.isEmpty()) {
            throw new IOException(String.join(" ", refusals));
        }
    }

    private static List<Offer.Plugin> plugins(PluginCatalog catalog, Map<String, Path> files) throws IOException {
        List<Offer.Plugin> plugins = new ArrayList<>();
        for (LoadedPlugin plugin : catalog.plugins()) {
            Optional<Path> folder = plugin.folder();
            if (folder.isEmpty()) {
                throw new IOException("Plugin " + plugin.id() + " is in no folder, so that no agent can be sent it.");
            }
            List<Offer.Jar> jars = new ArrayList<>();
            for (PluginJar jar : plugin.jars()) {
                Path file = folder.get().resolve(jar.name());
                files.put(jar.sha256(), file);
                jars.add(new Offer.Jar(jar.name(), jar.sha256(), Files.size(file)));
            }
            plugins.add(new Offer.Plugin(plugin.id(), jars));
        }
        return plugins;
    }

    /** The agents of one run. */
    private record Connected(Rig rig, List<AgentLink> links) implements Joined {
        @Override
        public void close() {
            links.forEach(link -> link.transport().close());
            rig.close();
        }
    }
}
