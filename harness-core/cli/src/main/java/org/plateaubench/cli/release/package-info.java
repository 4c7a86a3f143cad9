// SPDX-License-Identifier: Apache-2.0
/** What leaves an installation: artifacts for the builds of partners, and archives of the installation itself. */
@NullMarked
package org.plateaubench.cli.release;

import org.jspecify.annotations.NullMarked;
