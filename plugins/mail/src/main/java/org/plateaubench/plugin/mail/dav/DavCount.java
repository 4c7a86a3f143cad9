// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.dav;

/** Where a user's calendar traffic is counted. Called on the thread that works for the user. */
public interface DavCount {
    /** Counts nothing. */
    DavCount NONE = new DavCount() {
        @Override
        public void exchanged(long sentBytes, long receivedBytes) {
            // Nobody asks.
        }

        @Override
        public void happened(DavEvent event) {
            // Nobody asks.
        }
    };

    /** One request and its answer, as HTTP has them: header and framing included, TLS not. */
    void exchanged(long sentBytes, long receivedBytes);

    /** Something beside it. */
    void happened(DavEvent event);
}
