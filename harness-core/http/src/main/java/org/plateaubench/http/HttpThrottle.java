// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http;

/**
 * Slows a connection to the bandwidth of its user by waiting in these calls; may be shared by connections of one user,
 * whose threads then call it at the same time.
 */
public interface HttpThrottle {
    /** Greatest number of bytes to read or write before the next call, 1 or more. */
    int stepBytes();

    /** Called after bytes have been written; returns when the next may be written. */
    void sent(int bytes);

    /** Called after bytes have been read; returns when the next may be read. */
    void received(int bytes);
}
