// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.webhooks;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.document.Documents;

/**
 * One message to one webhook. Immutable.
 *
 * @param id its id, the same at every attempt
 * @param hook where it goes
 * @param event what happened
 * @param body JSON
 */
record Delivery(String id, Webhook hook, Webhook.Event event, String body) {
    private static final String SCHEMA = "plateau.webhook/1";
    private static final String ALGORITHM = "HmacSHA256";

    /**
     * What a message says.
     *
     * @param at when it happened
     * @param run the run, null for the queue and for a trial
     * @param waiting number of waiting runs, null for others
     */
    record Message(
            String schema,
            String id,
            Webhook.Event event,
            Instant at,
            @Nullable Run run,
            @Nullable Integer waiting) {}

    /** The run that a message is about. */
    record Run(String id, String status, @Nullable String verdict) {}

    static Delivery of(
            String id, Webhook hook, Webhook.Event event, Instant at, @Nullable Run run, @Nullable Integer waiting) {
        return new Delivery(id, hook, event, Documents.line(new Message(SCHEMA, id, event, at, run, waiting)));
    }

    /**
     * Returns the signature of an attempt, {@code sha256=} and the HMAC in hexadecimal digits of the time, a dot, and the
     * body: who stores a message cannot send it again later.
     *
     * @param timestamp seconds of the epoch, as in the header beside it
     */
    String signature(long timestamp) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(hook.secret().getBytes(StandardCharsets.UTF_8), ALGORITHM));
            byte[] signed = mac.doFinal((timestamp + "." + body).getBytes(StandardCharsets.UTF_8));
            return "sha256=" + HexFormat.of().formatHex(signed);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has " + ALGORITHM, e);
        }
    }
}
