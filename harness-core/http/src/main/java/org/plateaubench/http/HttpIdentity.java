// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http;

import java.nio.file.Path;

/**
 * The certificate by which a client identifies itself to servers that demand one.
 *
 * @param certificate file with the certificate and those of its issuers: PEM, or PKCS#12 if its name ends with {@code
 *     .p12} or {@code .pfx}
 * @param key PEM file with the private key, PKCS#8; ignored for PKCS#12, and may be the same file
 * @param passphrase passphrase of the key, empty for none
 */
public record HttpIdentity(Path certificate, Path key, String passphrase) {}
