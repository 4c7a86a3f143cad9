// SPDX-License-Identifier: Apache-2.0
/** Creates scenarios from recordings, API descriptions and curl commands, and tries them with one user. */
@NullMarked
package org.plateaubench.app.scenario;

import org.jspecify.annotations.NullMarked;
