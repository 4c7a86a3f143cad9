// SPDX-License-Identifier: Apache-2.0
/** What a person sees while a run goes on. */
@NullMarked
package org.plateaubench.cli.display;

import org.jspecify.annotations.NullMarked;
