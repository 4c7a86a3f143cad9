// SPDX-License-Identifier: Apache-2.0
/**
 * SUT service {@code h2}. Embedded means in a separate process, never inside the harness: {@code H2Embedded} starts
 * {@code H2Server} there, and clients connect over TCP, as with any other database.
 */
@NullMarked
package org.plateaubench.plugin.databases.h2;

import org.jspecify.annotations.NullMarked;
