// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.rig;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.plateaubench.app.AgentSource;
import org.plateaubench.engine.run.AgentLink;
import org.plateaubench.engine.store.RunFolder;
import org.plateaubench.engine.store.StoredFile;
import org.plateaubench.loader.LoadedPlugin;
import org.plateaubench.loader.PluginCatalog;
import org.plateaubench.loader.PluginJar;
import org.plateaubench.measure.clock.SystemClock;
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
        String controller = user.name() + " (process " + ProcessHandle.current().pid() + ")";
        Rig rig = Rig.connect(user, controller, SystemClock.instance()::nanoTime);
        List<AgentLink> links = new ArrayList<>();
        boolean isComplete = false;
        try {
            Map<String, Path> jars = new TreeMap<>();
            Offer offer =
                    new Offer(runId, controller, Message.PROTOCOL_VERSION, Message.SPI_VERSION, plugins(catalog, jars));
            for (String name : names) {
                links.add(new AgentLink(name, rig.engage(name, offer, jars::get)));
            }
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
