// SPDX-License-Identifier: Apache-2.0
/** What the harness asks of the application over HTTP: to load, reset and clear its data, and how it is. */
@NullMarked
package org.plateaubench.olio.harness;

import org.jspecify.annotations.NullMarked;
