// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.model;

/** The sizes of messages. */
public enum Sizes {
    /** A mean of 51 KB, up to 5 MB, as in a published laboratory of 2007. */
    MODERN,
    /** A mean of 3.9 KB, the weights of the MAPI Messaging Benchmark. */
    CLASSIC
}
