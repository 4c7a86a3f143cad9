// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.consolidation.application;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Finding;
import org.plateaubench.http.HttpConnection;
import org.plateaubench.http.HttpFailure;
import org.plateaubench.http.HttpOrigin;
import org.plateaubench.http.HttpRequest;
import org.plateaubench.http.HttpResponse;
import org.plateaubench.http.HttpSettings;
import org.plateaubench.http.RequestBody;
import org.plateaubench.http.connect.HttpConnections;
import org.plateaubench.plugin.consolidation.application.AppServer.State;
import org.plateaubench.process.data.DataMarker;
import org.plateaubench.process.data.MarkedData;
import org.plateaubench.process.data.MarkedDataSet;
import org.plateaubench.spi.Acknowledged;
import org.plateaubench.spi.DataDescription;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.Reconciliation;
import org.plateaubench.spi.SentTotals;
import org.plateaubench.spi.SutException;
import org.plateaubench.spi.SutIncarnation;
import org.plateaubench.spi.WorkloadContext;
import tools.jackson.core.JacksonException;

/** The data of an application, which it holds in memory. */
public final class AppDataSet extends MarkedDataSet {
    private final String url;
    private final AppClient client;
    private final DataMarker wanted;
    private final List<Changes.Kind> changes;

    /** The counts have the names of the changes; objects of the first kind are also looked up one by one. */
    public AppDataSet(WorkloadContext<?> context, String sizeKey, int size, List<Changes.Kind> changes) {
        this.url = context.requiredSut().property(AppService.URL);
        this.client = new AppClient(url);
        this.wanted = DataMarker.of(context).with(sizeKey, size);
        this.changes = changes;
    }

    @Override
    protected List<Finding> checkReachable() {
        try {
            client.state();
            return List.of();
        } catch (SutException e) {
            return List.of(Finding.problem(String.valueOf(e.getMessage()), "Start it, or correct its address."));
        }
    }

    @Override
    protected MarkedData open(boolean inAdvance) {
        return new Data();
    }

    @Override
    public List<SutIncarnation> incarnations() throws SutException {
        return List.of(new SutIncarnation(url, client.state().identity(), ""));
    }

    @Override
    public void close() {
        client.close();
    }

    private final class Data implements MarkedData {
        @Override
        public DataMarker wanted() {
            return wanted;
        }

        @Override
        public Map<String, Optional<DataMarker>> markers() throws SutException {
            return Map.of(url, DataMarker.ofFields(client.state().marker()));
        }

        @Override
        public void mark(DataMarker marker) throws SutException {
            client.mark(marker.fields());
        }

        @Override
        public void unmark() throws SutException {
            client.mark(Map.of());
        }

        @Override
        public void load(Progress progress) throws SutException {
            client.load(wanted.fields());
        }

        @Override
        public void clear(Progress progress) throws SutException {
            client.load(Map.of());
        }

        @Override
        public DataDescription describe() throws SutException {
            Map<String, String> facts = new TreeMap<>(wanted.values());
            client.state().counts().forEach((name, count) -> facts.put(DataDescription.SIZE + name, count.toString()));
            return new DataDescription(List.of(url), facts, List.of());
        }

        @Override
        public Map<String, String> count() throws SutException {
            Map<String, String> counts = new TreeMap<>();
            client.state().counts().forEach((name, count) -> counts.put(name, count.toString()));
            return counts;
        }

        @Override
        public List<Reconciliation> reconcile(Map<String, String> before, SentTotals sent) throws SutException {
            Map<String, Long> after = client.state().counts();
            List<Reconciliation> rows = new ArrayList<>();
            for (Changes.Kind change : changes) {
                String name = change.name();
                rows.add(Reconciliation.grown(
                        name,
                        Long.parseLong(before.getOrDefault(name, "0")),
                        after.getOrDefault(name, 0L),
                        sent.counter(name),
                        Changes.uncertain(sent, name)));
            }
            String kind = changes.getFirst().name();
            Acknowledged.Sample sample = sent.acknowledged(kind);
            rows.add(Reconciliation.items(
                            "acknowledged " + kind + ", one by one",
                            sample.identities().size(),
                            client.countStored(sample.identities()),
                            0)
                    .of(sample));
            return rows;
        }
    }

    /** The harness's connection to an application. Used by one thread. */
    static final class AppClient implements AutoCloseable {
        private static final int OK = 200;
        private static final Duration TIMEOUT = Duration.ofMinutes(2);

        private final HttpConnection connection;

        AppClient(String url) {
            connection = new HttpConnections(HttpSettings.defaults().withTimeouts(TIMEOUT, TIMEOUT, TIMEOUT))
                    .connection(HttpOrigin.parse(url));
        }

        State state() throws SutException {
            return exchange("state", Map.of(), State.class);
        }

        void mark(Map<String, String> marker) throws SutException {
            exchange("mark", marker, Map.class);
        }

        void load(Map<String, String> wanted) throws SutException {
            exchange("load", wanted, Map.class);
        }

        long countStored(Set<Long> identities) throws SutException {
            return exchange("stored", identities, Long.class);
        }

        private <T> T exchange(String path, Object message, Class<T> type) throws SutException {
            HttpRequest request = new HttpRequest()
                    .start("POST", AppServer.HARNESS + path)
                    .body(RequestBody.of(App.JSON.writeValueAsBytes(message), "application/json"));
            String server = "The server at " + connection.origin();
            try {
                HttpResponse response = connection.exchange(request);
                if (response.status() != OK) {
                    String text = response.bodyText(StandardCharsets.UTF_8);
                    throw new SutException(server + " answers " + response.status() + " to the harness: "
                            + text.lines().findFirst().orElse("") + ".");
                }
                @Nullable
                T value = App.JSON.readValue(response.bodyArray(), response.bodyOffset(), response.bodyLength(), type);
                if (value == null) {
                    throw new SutException(server + " is another program: it answers null.");
                }
                return value;
            } catch (HttpFailure e) {
                throw new SutException(server + " does not answer: " + e.getMessage() + ".", e);
            } catch (JacksonException e) {
                throw new SutException(
                        server + " is another program: its answer to the harness lacks fields, or is not JSON.", e);
            }
        }

        @Override
        public void close() {
            connection.close();
        }
    }
}
