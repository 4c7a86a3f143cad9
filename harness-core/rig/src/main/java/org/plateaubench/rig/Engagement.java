// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.rig;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.plateaubench.wire.Message;
import org.plateaubench.wire.PeerLostException;
import org.plateaubench.wire.ToAgent;
import org.plateaubench.wire.ToController;
import org.plateaubench.wire.Transport;

/** A run that a controller wants an agent to serve. Not thread-safe. */
public final class Engagement {
    private static final long OFFER_NANOS = Duration.ofSeconds(15).toNanos();
    private static final long JARS_NANOS = Duration.ofMinutes(10).toNanos();
    private static final int DIGEST_BYTES = 32;
    private static final String OFFER = "The offer of the controller";

    /** The fields that all versions of an offer have. */
    private record Versions(int protocolVersion, int spiVersion) {}

    private final String agent;
    private final String run;
    private final Conversation conversation;
    private final Journals journals;
    private final Consumer<String> notices;
    private final OwnClock ownClock;
    private final LongSupplier clock;

    Engagement(
            String agent,
            String run,
            Conversation conversation,
            Journals journals,
            Consumer<String> notices,
            OwnClock ownClock,
            LongSupplier clock) {
        this.agent = agent;
        this.run = run;
        this.conversation = conversation;
        this.journals = journals;
        this.notices = notices;
        this.ownClock = ownClock;
        this.clock = clock;
    }

    public String run() {
        return run;
    }

    /** Refuses the run, with the reason as one sentence. */
    public void refuse(String sentence) {
        conversation.close(Duration.ZERO, sentence);
    }

    /** Agrees with the controller about versions and plugins, and fetches those that are missing. */
    public Transport<ToController, ToAgent> agree(KeptJars kept, Path plugins)
            throws IOException, InterruptedException {
        try {
            Offer offer = offer();
            kept.check(agent, offer);
            fetch(kept, offer);
            kept.assemble(offer, plugins);
            conversation.send(MessageKind.TERMS.of(RigDocument.bytes(new MissingJars(List.of()))));
            return new JournaledTransport(conversation, journals.begin(run), ownClock, notices, journals::over, clock);
        } catch (PeerLostException e) {
            throw new IOException(e.getMessage(), e);
        } catch (FileSystemException e) {
            IOException unkept = unkept("the plugins of the run", e);
            refuse(String.valueOf(unkept.getMessage()));
            throw unkept;
        } catch (IOException e) {
            refuse(String.valueOf(e.getMessage()));
            throw e;
        }
    }

    private Offer offer() throws IOException, PeerLostException, InterruptedException {
        byte[] message = conversation.receive(OFFER_NANOS);
        if (message == null || !MessageKind.TERMS.isOf(message)) {
            throw new IOException("The controller made no offer.");
        }
        byte[] text = MessageKind.content(message);
        // Versions are checked first, because the offer of another version may have unknown fields.
        Versions its = RigDocument.readOfAnyVersion(OFFER, text, Versions.class);
        if (its.protocolVersion() != Message.PROTOCOL_VERSION || its.spiVersion() != Message.SPI_VERSION) {
            throw new IOException("Agent " + agent + " speaks version " + Message.PROTOCOL_VERSION + "/"
                    + Message.SPI_VERSION + " of messages and plugins, the controller " + its.protocolVersion() + "/"
                    + its.spiVersion() + ": install the same Plateau on both.");
        }
        Offer offer = RigDocument.read(OFFER, text, Offer.class);
        conversation.setAgents(offer.agents());
        return offer;
    }

    private void add(KeptJars.Arriving arriving, Offer.Jar jar, byte[] part) throws IOException {
        try {
            arriving.add(part);
        } catch (IOException e) {
            // The cause may be a full disk, whose message does not name the agent or the data.
            throw unkept(jar.name(), e);
        }
    }

    private IOException unkept(String what, IOException why) {
        return new IOException("Agent " + agent + " cannot keep " + what + ": " + why.getMessage() + ".", why);
    }

    private void fetch(KeptJars kept, Offer offer) throws IOException, PeerLostException, InterruptedException {
        List<Offer.Jar> missing = new ArrayList<>(kept.missing(offer));
        if (missing.isEmpty()) {
            return;
        }
        conversation.send(MessageKind.TERMS.of(RigDocument.bytes(
                new MissingJars(missing.stream().map(Offer.Jar::sha256).toList()))));
        for (Offer.Jar jar : missing) {
            try (KeptJars.Arriving arriving = kept.arriving(jar)) {
                while (!arriving.isWhole()) {
                    add(arriving, jar, part(jar));
                }
                arriving.keep();
            }
        }
    }

    private byte[] part(Offer.Jar jar) throws IOException, PeerLostException, InterruptedException {
        byte[] message = conversation.receive(JARS_NANOS);
        if (message == null) {
            throw new IOException("The controller did not send " + jar.name() + " within "
                    + TimeUnit.NANOSECONDS.toMinutes(JARS_NANOS) + " minutes.");
        }
        if (!MessageKind.JAR.isOf(message)
                || message.length <= 1 + DIGEST_BYTES
                || !HexFormat.of().formatHex(message, 1, 1 + DIGEST_BYTES).equals(jar.sha256())) {
            throw new IOException("The controller sent something else than " + jar.name() + ".");
        }
        return MessageKind.content(message);
    }
}
