// SPDX-License-Identifier: Apache-2.0
/** The application's HTTP interface for the harness: loading, resetting and clearing its data, and its state. */
@NullMarked
package org.plateaubench.olio.harness;

import org.jspecify.annotations.NullMarked;
