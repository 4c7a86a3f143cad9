// SPDX-License-Identifier: Apache-2.0
/**
 * SUT service {@code h2}. Embedded means a process of its own, never inside the harness: {@code H2Embedded} starts
 * {@code H2Server} there and both sides of a benchmark meet over TCP, as with any other database.
 */
@NullMarked
package org.plateaubench.plugin.databases.h2;

import org.jspecify.annotations.NullMarked;
