// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.rig;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plateaubench.wire.Message;
import org.plateaubench.wire.PeerLostException;
import org.plateaubench.wire.ToAgent;
import org.plateaubench.wire.ToController;
import org.plateaubench.wire.Transport;

/** A run that a controller has offered to this agent. Not thread-safe. */
public final class Engagement {
    private static final Duration OFFER_TIMEOUT = Duration.ofSeconds(15);
    private static final Duration JARS_TIMEOUT = Duration.ofMinutes(10);

    private final String agent;
    private final ServedRun run;
    private ServedRun.@Nullable Command command;

    Engagement(String agent, ServedRun run) {
        this.agent = agent;
        this.run = run;
    }

    public String run() {
        return run.run();
    }

    /** Accepts the offer: fetches the missing jars and assembles the plugins of the run. */
    public Transport<ToController, ToAgent> acceptOffer(JarCache cache, Path plugins)
            throws IOException, InterruptedException {
        try {
            Offer offer = offer(next(OFFER_TIMEOUT, "made no offer"));
            cache.check(agent, offer);
            List<Offer.Jar> missing = cache.missing(offer);
            if (!missing.isEmpty()) {
                answer(missing);
                fetch(cache, missing);
            }
            cache.assemble(offer, plugins);
            answer(List.of());
            return run;
        } catch (PeerLostException e) {
            throw new IOException(e.getMessage(), e);
        } catch (FileSystemException e) {
            throw refuse(writeFailure("the plugins of the run", e));
        } catch (IOException e) {
            throw refuse(e);
        }
    }

    private IOException refuse(IOException cause) {
        String sentence = String.valueOf(cause.getMessage());
        if (command != null) {
            command.answer().accept(command.frame().refused(sentence));
        }
        run.end(sentence);
        return cause;
    }

    private void answer(List<Offer.Jar> missing) {
        if (command != null) {
            List<String> digests = missing.stream().map(Offer.Jar::sha256).toList();
            command.answer().accept(command.frame().done(RigDocument.bytes(new MissingJars(digests))));
            command = null;
        }
    }

    /** Waits for the next command, after the one before was answered; returns its content. */
    private byte[] next(Duration limit, String failure) throws IOException, PeerLostException, InterruptedException {
        answer(List.of());
        command = run.next(limit);
        if (command == null) {
            throw new IOException("The controller " + failure + " within " + limit.toSeconds() + " s.");
        }
        return command.frame().content();
    }

    private Offer offer(byte[] text) throws IOException {
        Offer offer = RigDocument.read("The offer of the controller", text, Offer.class);
        if (offer.protocolVersion() != Message.PROTOCOL_VERSION || offer.spiVersion() != Message.SPI_VERSION) {
            throw new IOException("Agent " + agent + " uses protocol version " + Message.PROTOCOL_VERSION + "/"
                    + Message.SPI_VERSION + " of messages and plugins, the controller " + offer.protocolVersion() + "/"
                    + offer.spiVersion() + ": install the same Plateau on both.");
        }
        run.setAgents(offer.agents());
        return offer;
    }

    private void fetch(JarCache cache, List<Offer.Jar> missing)
            throws IOException, PeerLostException, InterruptedException {
        for (Offer.Jar jar : missing) {
            Path part = cache.begin(jar);
            while (Files.size(part) < jar.sizeBytes()) {
                byte[] bytes = next(JARS_TIMEOUT, "did not send " + jar.name());
                try {
                    Files.write(part, bytes, StandardOpenOption.APPEND);
                } catch (IOException e) {
                    // The cause may be a full disk, whose message does not name the agent or the data.
                    throw writeFailure(jar.name(), e);
                }
            }
            cache.keep(part, jar);
        }
    }

    private IOException writeFailure(String what, IOException cause) {
        return new IOException("Agent " + agent + " cannot keep " + what + ": " + cause.getMessage() + ".", cause);
    }

    /** The jars that an agent needs for a run; if there are none, the agent is ready. */
    record MissingJars(List<String> digests) {}
}
