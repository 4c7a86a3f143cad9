// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.plateaubench.api.DataPolicy;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.olio.data.ApplicationSettings;
import org.plateaubench.plugin.olio.data.Names;
import org.plateaubench.plugin.olio.data.Scale;
import org.plateaubench.plugin.olio.data.UploadFiles;
import org.plateaubench.process.EmbeddedService;
import org.plateaubench.process.InstalledJars;
import org.plateaubench.process.JavaCommand;
import org.plateaubench.process.OwnerOnly;
import org.plateaubench.process.RunningSut;
import org.plateaubench.process.ServerCommand;
import org.plateaubench.process.ServerProcess;
import org.plateaubench.process.Servers;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutException;

/** The reference application in a separate JVM, which ends with the harness. */
final class OlioEmbedded extends EmbeddedService {
    private static final String MAIN = "org.plateaubench.olio.Application";
    private static final Duration READY_TIMEOUT = Duration.ofSeconds(40);
    /** Common prefix of its database files. */
    private static final String DATABASE = "olio.";

    /** Seed of the data that is loaded for a manual trial. */
    private static final long TRIAL_SEED = 1;

    private final SutContext<OlioSutParameters> context;

    private final class Site implements RunningSut {
        private final String port;
        private final String token;
        private final HarnessClient client;

        Site(String port, String token) {
            this.port = port;
            this.token = token;
            this.client = new HarnessClient(url(), token);
        }

        private String url() {
            return "http://" + endpoint();
        }

        @Override
        public String endpoint() {
            return HOST + ":" + port;
        }

        @Override
        public Map<String, String> properties() {
            return Map.of(
                    OlioSutParameters.URL_PROPERTY,
                    url(),
                    OlioSutParameters.TOKEN_PROPERTY,
                    token,
                    "host",
                    HOST,
                    "port",
                    port);
        }

        @Override
        public Map<String, String> configuration() throws SutException {
            Map<String, String> configuration = new TreeMap<>(client.settings());
            configuration.put("javaOptions", String.join(" ", javaOptions()));
            if (!context.parameters().database().isEmpty()) {
                configuration.put("databasePlace", "SUT " + context.parameters().database());
            }
            return configuration;
        }

        @Override
        public List<String> access() {
            return List.of(
                    "browser: " + url() + "/",
                    "sign in (once data is loaded): user " + Names.userName(1) + ", password " + Names.password(1));
        }
    }

    OlioEmbedded(SutContext<OlioSutParameters> context) {
        super("Olio", OlioSutParameters.SERVICE, context);
        this.context = context;
    }

    private Path data() {
        return folder().resolve("data");
    }

    /** Returns its own database and the uploads; data in another SUT belongs to that SUT. */
    @Override
    protected List<Path> storedFiles() throws IOException, SutException {
        List<Path> foreign = new ArrayList<>(uploads().foreign());
        if (Files.isDirectory(data())) {
            try (Stream<Path> files = Files.list(data())) {
                foreign.addAll(files.filter(file -> !file.equals(uploads().root())
                                && !String.valueOf(file.getFileName()).startsWith(DATABASE))
                        .toList());
            }
        }
        refuse(foreign);
        return List.of(data());
    }

    private UploadFiles uploads() {
        return new UploadFiles(data().resolve("uploads"));
    }

    private void refuse(List<Path> foreign) throws SutException {
        if (!foreign.isEmpty()) {
            throw new SutException(
                    "The folder " + data() + " contains files or links that are not of the application, such as "
                            + foreign.getFirst() + "; nothing was changed; move them first.");
        }
    }

    @Override
    protected RunningSut launch(Servers servers, Progress progress)
            throws IOException, SutException, InterruptedException {
        refuse(uploads().foreign());
        String token = OwnerOnly.newPassword();
        String settingsLine = settings(
                        servers.portOrAny(name(), context.parameters().port()), token)
                .toLine();
        List<String> line = InstalledJars.ofPlugin(OlioEmbedded.class, "The reference application of Olio")
                .command(MAIN, javaOptions());
        ServerProcess server = servers.startJava(
                ServerCommand.java(name(), line, OwnerOnly.folder(data()), log()),
                List.of(settingsLine),
                READY_TIMEOUT);
        Site site = new Site(server.announcement(), token);
        site.client.state();
        if (context.parameters().loadUsers() > 0) {
            loadForTrial(site.client, progress);
        }
        return site;
    }

    private void loadForTrial(HarnessClient client, Progress progress)
            throws IOException, SutException, InterruptedException {
        Scale scale = Scale.forUsers(context.parameters().loadUsers());
        try {
            new OlioDataSet(client, scale, scale.concurrentUsers(), TRIAL_SEED).prepare(DataPolicy.REUSE, progress);
        } catch (IOException | SutException | InterruptedException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new SutException("The application could not load its data: " + e.getMessage(), e);
        }
    }

    private ApplicationSettings settings(int port, String token) {
        String url = "";
        String user = "";
        String password = "";
        if (!context.parameters().database().isEmpty()) {
            SutAddress database = context.use(context.parameters().database());
            url = database.property("url");
            user = database.properties().getOrDefault("user", "");
            password = database.properties().getOrDefault("password", "");
        }
        // The folder is the working folder: a path could contain characters that H2 reads as settings.
        return new ApplicationSettings(
                HOST, port, ".", url, user, password, context.parameters().connections(), token);
    }

    private List<String> javaOptions() {
        List<String> options =
                new ArrayList<>(JavaCommand.heap(context.parameters().heapMebibytes()));
        options.addAll(List.of("-Djava.awt.headless=true", "-Dh2.bindAddress=" + HOST));
        return options;
    }
}
