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
 * @param id its id, the same for every attempt
 * @param hook the receiving webhook
 * @param event the reported event
 * @param body the content, JSON
 */
record Delivery(String id, Webhook hook, Webhook.Event event, String body) {
    private static final String SCHEMA = "plateau.webhook/1";
    private static final String ALGORITHM = "HmacSHA256";

    /**
     * The content of a message.
     *
     * @param at time of the event
     * @param run the run, null for the queue and for a trial
     * @param waiting number of waiting runs, null for other events
     */
    record Message(
            String schema,
            String id,
            Webhook.Event event,
            Instant at,
            @Nullable Run run,
            @Nullable Integer waiting) {}

    /** The run concerned by a message. */
    record Run(String id, String status, @Nullable String verdict) {}

    static Delivery of(
            String id, Webhook hook, Webhook.Event event, Instant at, @Nullable Run run, @Nullable Integer waiting) {
        return new Delivery(id, hook, event, Documents.line(new Message(SCHEMA, id, event, at, run, waiting)));
    }

    /**
     * Returns the signature of an attempt: {@code sha256=} and, in hexadecimal digits, the HMAC of the time, a dot and
     * the body. It prevents replays, because the time is signed.
     *
     * @param timestamp time in seconds since 1970, which is also sent in a header
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
